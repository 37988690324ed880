import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Residents } from './resident/manage.ts';
import { buildOnDisk, programOnDisk } from './resident/place.ts';
import { OWN } from './table/entry-command.ts';

/** What `wave guard status` says about the resident, and about the program that asks it. */
export function residentLines({ running, fault }: Residents): string[] {
  const now = buildOnDisk();
  const lines = running.map(
    ({ pid, version, build, since, events }) =>
      `The resident process ${pid} answers for Wave ${version}${build === now ? '' : ', of another build'}, since ${since}: ${events} ${events === 1 ? 'event' : 'events'}`,
  );
  const none =
    running.length === 0 ? ['No resident process is running: the next event starts it.'] : [];
  return [
    ...(fault === undefined ? [...lines, ...none] : [`No resident process: ${fault}`]),
    ...programFault(),
  ];
}

/** The entries run it: changed by somebody, it may let everything through. */
function programFault(): string[] {
  const { program } = OWN;
  if (!existsSync(program))
    return [`${program} is missing: entries that name it refuse everything`];
  const sum = createHash('sha256').update(readFileSync(program)).digest('hex');
  return sum === programOnDisk()
    ? []
    : [`${program} was changed since it was built: install Wave again`];
}
