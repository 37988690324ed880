import { existsSync, realpathSync } from 'node:fs';
import type { HooksObject } from '@wavehooks/hooks/entries';
import { isObject } from '@wavehooks/hooks/vocabulary';
import {
  addHooks,
  addRules,
  projectDirOf,
  readSettingsFile,
  readSettingsText,
  type SourceName,
  settingsPaths,
  writeSettings,
} from '@wavehooks/settings';
import { type Command, readArgs, UsageError } from '../../cli/command.ts';
import { usageOf } from '../../cli/usage.ts';
import { type Conducted, conduct, type Part } from './conduct.ts';
import type { Line } from './convert/report.ts';
import { peerOf } from './peers/index.ts';
import type { Level } from './peers/peer.ts';
import type { Foreign } from './peers/read-foreign.ts';
import { findForeign } from './places.ts';
import { summarize, type Target } from './summary.ts';

const TARGETS: readonly Level[] = ['user', 'project', 'local'];

const OPTIONS = {
  from: { type: 'string', value: 'AGENT', about: 'claude-code, gemini-cli or codex' },
  to: {
    type: 'string',
    value: TARGETS.join('|'),
    about: 'which settings file gets them; by default personal hooks stay personal',
  },
  'guards-block': { type: 'boolean', about: 'hooks that can block also block when they fail' },
  'dry-run': { type: 'boolean', about: 'say what would be written, and write nothing' },
  json: { type: 'boolean', about: 'print JSON' },
} as const;

const USAGE = usageOf({
  forms: ['wave hooks import --from AGENT [FILE ...] [options]'],
  about: "Without FILE, the agent's own files. Exit 3: a guard was left behind.",
  options: OPTIONS,
});

/** Guards that do not run here are worth an exit code of their own. */
const GUARDS_LEFT = 3;

/**
 * `wave hooks import`: takes over the hooks of another agent and says what became of each field. What is
 * the user's own stays so, unless another file is named.
 */
export const importHooks: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  const peer = await peerOf(values.from, USAGE);
  const project = projectDirOf(io.cwd);
  const to = values.to === undefined ? undefined : levelOf(values.to);
  if (to) targetOf(to, project);
  const { places, files } = await findForeign(peer, positionals, project, io);
  const conducted = conduct(peer, files, {
    levelOf: ({ level }) => to ?? level,
    present: (level) => hooksOf(targetOf(level, project).file),
    guards: values['guards-block'] ?? false,
  });
  const outcomes = conducted.parts.map((part) => {
    const target = targetOf(part.level, project);
    refuseOwn(files, target.file);
    const newRules = rulesToAdd(part, target).length;
    return { ...part, to: target, newRules, ...changeOf(part, target) };
  });
  const isDry = values['dry-run'] === true;
  // All are made before any is written: what is wrong with one leaves the others alone.
  if (!isDry)
    for (const { to: target, text, old } of outcomes)
      if (text !== (old ?? '')) writeSettings(target.file, text, old);
  const done = outcomes.map((one) => ({ ...one, written: !isDry && one.text !== (one.old ?? '') }));
  io.out(
    values.json
      ? `${JSON.stringify(asJson(done, conducted, targetOf(to ?? 'project', project)), null, 2)}\n`
      : summarize(
          {
            ...{ peer, places, files, parts: done, conducted },
            guards: values['guards-block'],
            dry: isDry,
          },
          io,
        ),
  );
  return conducted.guardsLeft > 0 ? GUARDS_LEFT : 0;
};

function levelOf(name: string): Level {
  const level = TARGETS.find((one) => one === name);
  if (level) return level;
  throw new UsageError(`--to: expected one of ${TARGETS.join(', ')}, got ${name}\n${USAGE}`);
}

function targetOf(name: SourceName, projectDir: string): Target {
  const found = settingsPaths({ projectDir }).find((path) => path.name === name);
  if (found) return found;
  throw new UsageError(`${projectDir} is your home directory, not a project: use --to user`);
}

/** Our file with all that it gets, beside what it held. */
function changeOf({ added, rules }: Part, { file }: Target) {
  const old = readSettingsText(file);
  const text = addRules(addHooks(old ?? '', added, file), rules, file);
  return { old, text };
}

/** Those that our file does not have; a rule that is given twice is one. */
function rulesToAdd({ rules }: Part, { file }: Target): string[] {
  const { permissions } = contentOf(file);
  const keys = rules.map(({ kind, rule }) => {
    const own = isObject(permissions) ? permissions[kind] : undefined;
    return Array.isArray(own) && own.includes(rule) ? '' : `${kind} ${rule}`;
  });
  return [...new Set(keys)].filter(Boolean);
}

/** What is read is never written. */
function refuseOwn(files: readonly Foreign[], target: string): void {
  const real = existsSync(target) ? realpathSync(target) : target;
  const own = files.find(({ file }) => realpathSync(file) === real);
  if (own) throw new UsageError(`${own.file}: this is the file that would be written`);
}

/** What our file holds; an empty one holds nothing. */
const contentOf = (file: string): Readonly<Record<string, unknown>> =>
  (readSettingsText(file) ?? '').trim() === '' ? {} : (readSettingsFile(file)?.value ?? {});

/** Its hooks are an object, or reading it throws. */
const hooksOf = (file: string) => (contentOf(file)['hooks'] ?? {}) as HooksObject;

function asJson(
  parts: readonly { readonly to: Target; readonly written: boolean }[],
  { lines, guardsLeft }: Conducted,
  usual: Target,
) {
  const of = (list: Line['list']) =>
    lines.filter((line) => line.list === list).map(({ list: _, ...line }) => line);
  const [first] = parts;
  return {
    file: (first?.to ?? usual).file,
    written: parts.some(({ written }) => written),
    files: parts.map(({ to, written }) => ({ file: to.file, written })),
    guardsLeft,
    imported: of('imported'),
    converted: of('converted'),
    notCarried: of('notCarried'),
  };
}
