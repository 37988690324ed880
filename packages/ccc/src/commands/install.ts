import { readFileSync, statSync } from 'node:fs';
import { writePrivate } from '@wavehooks/process/files';
import { parseSettings, removeHooks, SettingsError, writeSettings } from '@wavehooks/settings';
import { type Command, type Io, readFlags, UsageError } from '../cli/command.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { placeOf } from '../config/place.ts';
import { isOurs, othersIn } from './ours.ts';
import {
  HOSTS,
  type HostName,
  hookCommand,
  scriptFile,
  wantedHooks,
  withHooks,
} from './settings.ts';

const FLAGS = { claude: { type: 'boolean' }, wave: { type: 'boolean' } } as const;

/** `ccc install`: adds the hooks to a host's settings. Doing it twice changes nothing. */
export const install: Command = async (args, io) => {
  const hosts = hostsOf('install', args);
  return told(() => {
    const { timeoutMs } = readConfig(placeOf(io.env).config);
    for (const host of hosts) {
      const wanted = wantedHooks(host, hookCommand(scriptFile(), io.env), timeoutMs);
      edit(host, io, 'installed', (text, file) => withHooks(text, wanted, file));
    }
  });
};

/** `ccc uninstall`: takes them out again. */
export const uninstall: Command = async (args, io) => {
  const hosts = hostsOf('uninstall', args);
  return told(() => {
    for (const host of hosts)
      edit(
        host,
        io,
        'uninstalled',
        (text, file) =>
          before(text, host, file) ?? removeHooks(text, isOurs, file, eventsBefore(file)),
      );
  });
};

function hostsOf(verb: string, args: string[]): HostName[] {
  const usage = `usage: ccc ${verb} [--wave] [--claude]    (without either: Wave)`;
  const values = readFlags(args, FLAGS, usage);
  return values.claude ? (values.wave ? ['wave', 'claude'] : ['claude']) : ['wave'];
}

function told(work: () => void): number {
  try {
    work();
    return 0;
  } catch (error) {
    const known = error instanceof SettingsError || error instanceof ConfigError;
    throw known ? new UsageError(error.message) : error;
  }
}

type Change = (text: string, file: string) => string;

function edit(host: HostName, io: Io, done: 'installed' | 'uninstalled', change: Change): void {
  const { name, file: fileOf } = HOSTS[host];
  const file = fileOf(io.env);
  const old = textOf(file);
  const nothing = old === undefined && done === 'uninstalled';
  const text = nothing ? old : change(old ?? '', file);
  for (const command of othersIn(text ?? '', file))
    io.out(`${name}: ${file}: this hook is yours and stays as it is: ${command}\n`);
  if (text === undefined || text === old) {
    io.out(`${name}: ${file}: nothing to do\n`);
    return;
  }
  const keep = old !== undefined && done === 'installed';
  if (keep) backUp(file, old);
  writeSettings(file, text, old);
  io.out(`${name}: ${done} in ${file}${keep ? ` (before: ${backupOf(file)})` : ''}\n`);
}

const backupOf = (file: string) => `${file}.ccc-backup`;

/** The first one without our hooks is what the user had: one with them never takes its place. */
function backUp(file: string, text: string): void {
  if (!isClean(text, file) && cleanBackup(file) !== undefined) return;
  try {
    writePrivate(backupOf(file), text);
  } catch (error) {
    throw new SettingsError(`${backupOf(file)}: cannot be written: ${(error as Error).message}`);
  }
}

/** If nothing was changed since the installation, what was there before comes back to the byte. */
function before(text: string, host: HostName, file: string): string | undefined {
  const old = cleanBackup(file);
  if (old === undefined) return undefined;
  const without = (one: string) => removeHooks(one, isOurs, file);
  try {
    return without(text) === without(withHooks(old, entriesOf(host), file)) ? old : undefined;
  } catch {
    return undefined;
  }
}

const isClean = (text: string, file: string) => removeHooks(text, isOurs, file) === text;

/** What is there but cannot be read as settings is no backup of ours. */
function cleanBackup(file: string): string | undefined {
  try {
    const old = textOf(backupOf(file));
    return old !== undefined && isClean(old, file) ? old : undefined;
  } catch {
    return undefined;
  }
}

/** The events that had lists before we came, be they empty. */
function eventsBefore(file: string): string[] {
  const old = cleanBackup(file);
  return old === undefined || old.trim() === '' ? [] : Object.keys(parseSettings(file, old).hooks);
}

/** Which command they name makes no difference for what is left without them. */
const entriesOf = (host: HostName) => wantedHooks(host, hookCommand(scriptFile(), {}), 0);

function textOf(file: string): string | undefined {
  if (!statSync(file, { throwIfNoEntry: false })) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`${file}: cannot be read: ${(error as Error).message}`);
  }
}
