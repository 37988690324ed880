import { spawnSync } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { isEventName } from '@wavehooks/hooks';
import { cell, INPUTS_ELSEWHERE } from '@wavehooks/hooks/vocabulary';
import { deadMatcherOf } from './dead-matcher.ts';
import { letsPass, read, textsOf } from './lets-pass.ts';
import type { HookRow } from './list.ts';
import { timeoutHint } from './timeout-hint.ts';

/** Something that will not work as meant, and what to do about it. */
export interface Finding {
  /** A hint is about something that works, and could be safer. */
  readonly level: 'error' | 'warning' | 'hint';
  readonly hook: string;
  readonly source: string;
  readonly text: string;
  readonly fix: string;
}

/** How a hook did lately. */
export interface TrackRecord {
  readonly runs: number;
  /** In milliseconds. */
  readonly p95: number;
  /** How often it ended with exit 1. */
  readonly exitOnes: number;
}

export interface DoctorOptions {
  readonly projectDir: string;
  readonly tools?: readonly string[];
  /** What the log knows of a hook. */
  readonly recordOf?: (row: HookRow) => TrackRecord | undefined;
}

type Check = (row: HookRow, options: DoctorOptions) => Omit<Finding, 'hook' | 'source'>[];

/** Looks at each hook with each check. */
export const diagnose = (rows: readonly HookRow[], options: DoctorOptions): Finding[] =>
  rows.flatMap((row) =>
    CHECKS.flatMap((check) =>
      check(row, options).map((finding) => ({ hook: row.name, source: row.source, ...finding })),
    ),
  );

const FIXES: Partial<Record<HookRow['state'], string>> = {
  invalid: 'fix the entry; until then it does not run',
  unapproved: 'look at it with "wave hooks review", then "wave hooks approve"',
  changed: 'look at the change with "wave hooks review", then "wave hooks approve"',
  'command not found': 'install it, fix the path, or make it executable',
};

const notActive: Check = ({ state, why }) => {
  const fix = FIXES[state];
  return fix ? [{ level: 'error', text: `${state}: ${why}`, fix }] : [];
};

/** What no list allows is never called. */
const refused: Check = ({ refusal, state }) =>
  refusal !== undefined && state !== 'disabled'
    ? [{ level: 'error', text: `it will fail: ${refusal}`, fix: 'add that line, or change "url"' }]
    : [];

/** Where seconds are unlikely. */
const longTimeout: Check = ({ timeout, async }) => {
  const hint = timeoutHint(timeout, async !== undefined);
  return hint ? [{ level: 'warning', ...hint }] : [];
};

/** Of a list some names may be another agent's; a matcher of which nothing is left never fires. */
const deadMatcher: Check = (row, { tools }) => {
  const { parts, whole, mayCome } = deadMatcherOf(row, tools ? { tools } : {});
  const level = whole && !mayCome ? 'error' : 'warning';
  return parts.map((part) => ({ level, ...part }));
};

/** A script that only ever exits 1 looks like a guard and blocks nothing. */
const exitsOne: Check = ({ event, exits, command, files, onError, state }, { projectDir }) => {
  const blocking = isEventName(event) && cell(event, 'block')?.includes('block');
  if (state === 'invalid' || !exits || !blocking || onError === 'block') return [];
  const texts = textsOf({ command, files }, projectDir);
  return texts.some((text) => EXIT_1.test(text)) && !texts.some((text) => SPEAKS.test(text))
    ? [
        {
          level: 'warning',
          text: 'it exits 1 but never 2; exit 1 does not block',
          fix: 'exit 2 to block, or set "onError": "block"',
        },
      ]
    : [];
};

const EXIT_1 = /\b(exit[ (]+1|_exit\(1|process\.exitCode\s*=\s*1)\b/;
/** Ways to really block: exit 2, or a JSON answer. */
const SPEAKS = /\b(exit[ (]+2|_exit\(2|exitCode\s*=\s*2)\b|ecision|"continue"|blocked/;

/**
 * A guard that says nothing of its own failures: it lets the call pass when it crashes or hangs. Only
 * those whose text shows that they decide; who wrote "continue" has chosen it.
 */
const failsOpen: Check = (row, { projectDir }) =>
  letsPass(row, projectDir)
    ? [
        {
          level: 'hint',
          text: 'it can refuse a call, but a crash or a time-out of its own lets the call pass',
          fix: 'set "onError": "block" in its entry, or "continue" if that is what you want',
        },
      ]
    : [];

/** Read, and not run. */
const brokenShell: Check = ({ shell, isBash, command, state }) => {
  if (!shell || state === 'invalid') return [];
  const { status, stderr } = spawnSync(isBash ? 'bash' : '/bin/sh', ['-n', '-c', command], {
    encoding: 'utf8',
    timeout: 5_000,
  });
  if (!status) return [];
  const why = stderr.trim().split('\n')[0] ?? '';
  return [{ level: 'error', text: `the shell cannot read it: ${why}`, fix: 'fix the command' }];
};

/** A system looks for the interpreter "/bin/sh\r", and a shell for the command "fi\r". */
const windowsLines: Check = ({ files, state }, { projectDir }) =>
  (state === 'invalid' ? [] : files)
    .filter((file) => /^(#!.*|.*\.(ba|da|k|z)?sh)\r\n/.test(headOf(file, projectDir)))
    .map((file) => ({
      level: 'error' as const,
      text: `"${file}" has Windows line endings, which end every line of it with a character that no shell knows`,
      fix: `convert it: sed -i 's/\\r$//' ${file}`,
    }));

const headOf = (file: string, projectDir: string): string => {
  const text = read(projectDir, file);
  return text.startsWith('#!') ? text : `${file}${/\r?\n/.exec(text)?.[0] ?? ''}`;
};

/** Who reads `.background_tasks` waits for it in vain, and mostly takes it for an empty list. */
const readsMore: Check = ({ command, files, state }, { projectDir }) => {
  const texts = state === 'invalid' ? [] : textsOf({ command, files }, projectDir);
  const named = INPUTS_ELSEWHERE.filter((field) =>
    texts.some((text) => new RegExp(`[.'"]${field}\\b`).test(text)),
  );
  return named.map((field) => ({
    level: 'hint' as const,
    text: `it reads "${field}", which only Claude Code passes`,
    fix: 'let it work without that field',
  }));
};

const relativePath: Check = ({ inProject, files, shell, state }) => {
  const root = shell ? '"$WAVE_PROJECT_DIR"' : '${WAVE_PROJECT_DIR}';
  return (state === 'invalid' || inProject ? [] : files)
    .filter((file) => !isAbsolute(file))
    .map((file) => ({
      level: 'warning' as const,
      text: `"${file}" is looked for in the agent's current directory, which may change`,
      fix: `write ${root}/${file.replace(/^\.\//, '')}`,
    }));
};

/** What a hook of a project loads from beside its script, anybody may put there. */
const looksBeside: Check = ({ advice, state }) =>
  advice && state !== 'invalid' ? [{ level: 'hint', ...advice }] : [];

const SLOW_MS = 1_000;

const slow: Check = (row, { recordOf }) => {
  const record = recordOf?.(row);
  return record && record.p95 > SLOW_MS && row.event.endsWith('ToolUse')
    ? [
        {
          level: 'warning',
          text: `it is slow: one run in twenty takes more than ${(record.p95 / 1000).toFixed(1)} s`,
          fix: 'every tool call waits for it: narrow its matcher, or do less',
        },
      ]
    : [];
};

/** What a script cannot be read for, its runs show. */
const exitedOne: Check = (row, { recordOf }) => {
  const { event, onError } = row;
  const record = recordOf?.(row);
  const blocking = isEventName(event) && cell(event, 'block')?.includes('block');
  return record && record.exitOnes > 0 && blocking && onError !== 'block'
    ? [
        {
          level: 'warning',
          text: `it exited 1 in ${record.exitOnes} of its last ${record.runs} runs: exit 1 does not block`,
          fix: 'exit 2 to block, or set "onError": "block"',
        },
      ]
    : [];
};

const CHECKS: readonly Check[] = [
  notActive,
  refused,
  longTimeout,
  deadMatcher,
  exitsOne,
  failsOpen,
  relativePath,
  looksBeside,
  brokenShell,
  windowsLines,
  readsMore,
  slow,
  exitedOne,
];
