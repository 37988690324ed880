import {
  diagnose,
  type Finding,
  type HookRow,
  type Opened,
  openSettings,
  SettingsError,
  type TrackRecord,
} from '@wavehooks/settings';
import { defaultLogDir, type LogEntry } from '@wavehooks/settings/log';
import { type Command, type Io, readArgs, refuseMore } from '../../cli/command.ts';
import { fileOf, folded, someOf } from '../../cli/fold.ts';
import {
  exactLine,
  exactly,
  exactPlace,
  type Paint,
  painter,
  type Style,
} from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { newest } from '../log/log-read.ts';
import { statsOf } from '../log/log-stats.ts';
import { type Looked, look } from './look.ts';
import { OPEN_FLAGS, openOptions } from './open-options.ts';

const FLAGS = {
  from: {
    type: 'string',
    value: 'AGENT',
    about: 'judge the files of claude-code, gemini-cli or codex',
  },
  ...OPEN_FLAGS,
} as const;

const USAGE = usageOf({
  forms: ['wave hooks doctor [options]', 'wave hooks doctor --from AGENT [FILE ...] [options]'],
  about: 'Exit 1 if a hook will not fire or a rule cannot be read.',
  options: FLAGS,
});

/** `wave hooks doctor`: what will not fire or not work as meant, and what to do. Exit 1 if anything will not fire. */
export const doctor: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  if (values.from !== undefined) {
    const { doctorFrom } = await import('../judge/doctor-from.ts');
    const json = values.json ?? false;
    const settings = ownSettings(io);
    return doctorFrom(values.from, positionals, io, { json, usage: USAGE, settings });
  }
  refuseMore(positionals, USAGE);
  const options = openOptions(values, io, USAGE);
  const looked = look(options);
  const { rows } = looked;
  const { guardFindings } = await import('../../guard/table/findings.ts');
  const findings = [
    ...settingsFindings(looked),
    ...guardFindings(rows, io.cwd),
    ...diagnose(rows, { projectDir: options.projectDir, recordOf: readRecords() }),
  ];
  if (values.json) io.out(`${JSON.stringify({ hooks: rows.length, findings }, null, 2)}\n`);
  else io.out(print(findings, rows.length, painter(io.color)));
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
};

/** Which addresses hooks may call here. Settings that cannot be read are another command's matter. */
function ownSettings(io: Io): Opened['settings'] | undefined {
  try {
    return openSettings(openOptions({}, io, USAGE)).settings;
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

/**
 * What the log knows of the last runs of each hook. A name alone tells too little: another project, or
 * another event, may have a hook that is called the same.
 */
function readRecords(): (row: HookRow) => TrackRecord | undefined {
  const { lines } = newest(defaultLogDir(), () => true, LAST_RUNS);
  const runs = Map.groupBy(
    lines.map(({ entry }) => entry),
    ({ hook, event, source }) => keyOf(hook, event, source),
  );
  return ({ name, event, source }) => recordOf(runs.get(keyOf(name, event, source)) ?? []);
}

/** By its file: lines move. */
const keyOf = (hook: string, event: string, source: string): string =>
  JSON.stringify([hook, event, source.replace(/:\d+$/, '')]);

function recordOf(entries: readonly LogEntry[]): TrackRecord | undefined {
  const [stats] = statsOf(entries);
  const isOne = ({ outcome }: LogEntry) => outcome.is === 'exit' && outcome.code === 1;
  return stats && { runs: stats.runs, p95: stats.p95 ?? 0, exitOnes: entries.filter(isOne).length };
}

const LAST_RUNS = 2_000;

function settingsFindings({ problems, opened }: Looked): Finding[] {
  const { gone, notTaken, definitions } = opened;
  const waits = (source: string) =>
    definitions.some(({ file, state }) => file === source && state !== 'active');
  return [
    ...problems.map(({ level, text, source, hook }) => ({
      level,
      hook,
      source,
      text,
      fix: waits(source)
        ? 'look at it with "wave hooks review", then "wave hooks approve"'
        : 'fix the settings file',
    })),
    ...gone.map(({ label, kind }) => ({
      level: 'warning' as const,
      hook: label,
      source: '',
      text: `the approved ${kind} "${label}" was removed from the project's files, or changed`,
      fix: '"wave hooks review" shows the change and can accept it',
    })),
    ...notTaken.map(({ field, source, why }) => ({
      level: why ? ('hint' as const) : ('warning' as const),
      hook: '',
      source,
      text: `"${field}" of Claude Code's file is not taken: ${why ?? 'Wave takes hooks, permissions.deny and permissions.ask'}`,
      fix: why
        ? 'nothing to do: it runs in Claude Code'
        : "put it into Wave's own settings if you want it here, too",
    })),
  ];
}

const TONES: Record<Finding['level'], Style> = { error: 'red', warning: 'yellow', hint: 'dim' };

/** What can be told of many hooks of one file at once. */
const kindOf = ({ level, hook, source, text, fix }: Finding): string | undefined =>
  hook === '' ? undefined : JSON.stringify([level, fileOf(source), text, fix]);

function placeOf(findings: readonly Finding[]): string {
  const [{ hook, source } = { hook: '', source: '' }] = findings;
  if (findings.length === 1)
    return [hook && exactLine(hook), exactPlace(source)].filter(Boolean).join('  ');
  const names = someOf(findings.map((one) => exactLine(one.hook)));
  return `${findings.length} hooks (${names})  ${exactPlace(fileOf(source))}`;
}

function print(findings: readonly Finding[], hooks: number, paint: Paint): string {
  const counted = hooks === 1 ? '1 hook' : `${hooks} hooks`;
  if (findings.length === 0) return `${counted}, no problems found.\n`;
  const parts = folded(findings, kindOf, 1).flatMap(([finding, ...others]) => {
    if (!finding) return [];
    const { level, text, fix } = finding;
    const tone = paint(TONES[level], level);
    const place = placeOf([finding, ...others]);
    return [`${tone}  ${place}\n  ${exactly(text)}\n  ${paint('dim', 'fix:')} ${exactly(fix)}`];
  });
  return `${parts.join('\n\n')}\n\n${counted}, ${findings.length} finding${findings.length === 1 ? '' : 's'}.\n`;
}
