import { checkHooks, type Entry } from '@wavehooks/hooks';
import {
  approve,
  forget,
  itemsWithout,
  type LoadedFile,
  type Opened,
  openSettings,
  setEntryField,
  writeSettings,
} from '@wavehooks/settings';
import { type Command, readArgs, UsageError } from '../../cli/command.ts';
import { exactLine, exactly, exactPlace } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { OPEN_FLAGS, openOptions } from './open-options.ts';

/** `wave hooks enable`: switches a hook on again, in the file it stands in. */
export const enable: Command = (args, io) => turn('enable', args, io);

/** `wave hooks disable`: switches a hook off, in the file it stands in. */
export const disable: Command = (args, io) => turn('disable', args, io);

type Verb = 'enable' | 'disable';

async function turn(verb: Verb, args: string[], io: Parameters<Command>[1]): Promise<number> {
  const usage = usageOf({ forms: [`wave hooks ${verb} NAME [options]`], options: FLAGS });
  const { values, positionals } = readArgs(args, FLAGS, usage);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError(`which hook?\n${usage}`);
  const options = openOptions(values, io, usage);
  const opened = openSettings(options);
  const entry = find(opened, name);
  const changed = entry.enabled !== (verb === 'enable');
  if (changed) {
    write(fileOf(opened, entry), entry, verb);
    await keepApproval(opened, entry, options);
  }
  if (values.json)
    io.out(`${JSON.stringify({ hook: entry.label, source: entry.source, changed })}\n`);
  else io.out(`${said(entry, verb, changed)}\n`);
  return 0;
}

const FLAGS = { settings: OPEN_FLAGS.settings, json: OPEN_FLAGS.json } as const;

/** By its name or by its place, whichever is unambiguous. */
function find(opened: Opened, name: string): Entry {
  const entries = checkHooks(opened.sources).entries.filter(({ from }) => from !== '');
  const found = entries.filter(({ label, source }) => label === name || source.endsWith(name));
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const lines = (found.length > 0 ? found : entries).map(
    ({ label, source }) => `  ${exactLine(label)}  ${exactPlace(source)}`,
  );
  const why = only ? 'several hooks are called' : 'no hook is called';
  throw new UsageError(
    `${why} "${exactly(name)}"; ${only ? 'name one by its place' : 'there is'}:\n${lines.join('\n') || '  nothing'}`,
  );
}

function fileOf({ files }: Opened, entry: Entry): LoadedFile {
  const file = files.find((one) => entry.source.replace(/:\d+$/, '') === one.file);
  if (!file) throw new UsageError(`"${entry.label}" comes from no settings file`);
  if (file.agent === 'claude-code')
    throw new UsageError(
      `${exactPlace(entry.source)} is Claude Code's file, which Wave reads and never writes: change the entry there`,
    );
  if (file.scope)
    throw new UsageError(
      `${exactPlace(entry.source)} is front matter, which Wave reads and never writes: change the entry there`,
    );
  return file;
}

function write(file: LoadedFile, entry: Entry, verb: Verb): void {
  const value = verb === 'enable' ? undefined : false;
  const text = setEntryField(file.text, pathOf(entry), 'enabled', value, file.file);
  writeSettings(file.file, text, file.text);
}

/** `Stop[0].hooks[1]` → the way to it. */
const pathOf = ({ path }: Entry): (string | number)[] =>
  (path.match(/[^.[\]]+/g) ?? []).map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/**
 * The user's own switch needs no second approval, and what it replaces is not missed. Only what the
 * switch changed counts: others may stand in the same line.
 */
async function keepApproval(
  before: Opened,
  entry: Entry,
  options: ReturnType<typeof openOptions>,
): Promise<void> {
  const { home, projectDir } = options;
  const after = openSettings(options);
  const isMeant = ({ kind, source }: { kind: string; source: string }) =>
    kind === 'hook' && source === entry.source;
  const replaced = itemsWithout(before.items, after.items).filter(isMeant);
  if (replaced.some(({ state }) => state === 'approved'))
    await approve(home, projectDir, itemsWithout(after.items, before.items).filter(isMeant));
  if (replaced.some(({ approval }) => approval)) await forget(home, projectDir, replaced);
}

function said({ label, source }: Entry, verb: Verb, changed: boolean): string {
  const state = verb === 'enable' ? 'on' : 'off';
  return `${exactLine(label)} is ${changed ? 'now' : 'already'} ${state}  ${exactPlace(source)}`;
}
