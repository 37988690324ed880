import type { ChangedFile, Side } from '@wavehooks/agent-sdk';
import { exactly } from '../../cli/style.ts';
import type { CommandContext } from '../control/command.ts';
import type { FileDiff } from '../state/item.ts';
import { changeOf } from '../text/file-change.ts';
import { counted } from '../text/lines.ts';
import { shownPath } from '../text/paths.ts';

/** A first word that asks for the changes since the last prompt alone. */
const TURN = /^turn(?:\s+|$)/;

/**
 * /diff: what the session changed, whatever made the change; `turn`: what the last turn did. With a name, only
 * files whose path has it.
 */
export function diff({ controller, print }: CommandContext, args: string): void {
  const { agent } = controller;
  const name = args.replace(TURN, '');
  const turn = TURN.test(args) ? agent.checkpoints().at(-1)?.id : undefined;
  const which = turn === undefined ? 'session' : 'turn';
  const all = agent.changes(turn === undefined ? {} : { turn });
  if (all.length === 0) {
    print(`The ${which} changed no file.`);
    return;
  }
  const files = all.filter(({ path }) => shownPath(path, agent.projectDir).includes(name));
  if (files.length === 0)
    throw new Error(`the ${which} changed no file called "${name}"; /diff alone shows all`);
  print(`${counted(files.length, 'file')} changed in this ${which}:`);
  controller.show({ is: 'diff', files: files.map(diffOf) });
}

function diffOf({ path, before, after }: ChangedFile): FileDiff {
  const [from, to] = [textOf(before), textOf(after)];
  const mode = modeText(before, after);
  const about = mode === undefined ? {} : { about: mode };
  if (from === undefined || to === undefined)
    return isSame(before, after)
      ? { path, ...about }
      : { path, about: `was ${sideText(before)}, is ${sideText(after)}` };
  if (from === to && mode !== undefined) return { path, about: mode };
  return { path, change: changeOf(from ?? undefined, to ?? undefined), ...about };
}

/** The access bits, where they alone or they as well are other ones. */
function modeText(before: Side, after: Side): string | undefined {
  if (!('mode' in before) || !('mode' in after) || before.mode === after.mode) return undefined;
  return `mode ${before.mode.toString(8)}, now ${after.mode.toString(8)}`;
}

/** But for their modes. */
function isSame(before: Side, after: Side): boolean {
  if (before.is === 'directory') return after.is === 'directory';
  if (before.is !== 'file' || after.is !== 'file') return false;
  const [from, to] = [before.content(), after.content()];
  return from !== undefined && to !== undefined && from.equals(to);
}

/** Null where there is no file, undefined where it is no text. */
function textOf(side: Side): string | null | undefined {
  if (side.is === 'missing') return null;
  const bytes = side.is === 'file' ? side.content() : undefined;
  if (!bytes) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function sideText(side: Side): string {
  if (side.is === 'missing') return 'not there';
  if (side.is === 'link') return `a link to ${exactly(side.to)}`;
  if (side.is === 'unkept') return `not known (${exactly(side.why)})`;
  if (side.is === 'directory') return 'a directory';
  const bytes = side.content();
  return bytes ? `a file of ${counted(bytes.length, 'byte')}` : 'a file that has changed again';
}
