import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { needBuild } from '../../../test/need-build.ts';
import { within } from '../../../test/surround.ts';
import { type Io, report } from '../src/cli/command.ts';
import { COMMANDS } from '../src/command-table.ts';

export const CCC = fileURLToPath(new URL('../bin/ccc.cjs', import.meta.url));

/** A home, a configuration directory and a working directory, all of the test's own. */
export interface Place {
  readonly root: string;
  readonly home: string;
  readonly config: string;
  readonly work: string;
  write(path: string, content: unknown): string;
  /** A reviewer that is a shell command, and further settings. */
  reviewer(command: string, more?: Record<string, unknown>): void;
  /** What the reviewer was asked, one document a call; it has to save it with `${SEE}`. */
  seen(): Record<string, unknown>[];
  sessionFiles(): string[];
  state(): Record<string, unknown>;
}

export function place(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccc-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, config, work] = ['home', 'config', 'work'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const dir of [home, config, work]) mkdirSync(dir);
  const write = (path: string, content: unknown) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  const sessions = join(config, 'supervisor/sessions');
  const sessionFiles = () =>
    existsSync(sessions)
      ? readdirSync(sessions)
          .filter((name) => name.endsWith('.json'))
          .map((name) => join(sessions, name))
      : [];
  return {
    root,
    home,
    config,
    work,
    write,
    reviewer: (command, more = {}) =>
      void write('config/ccc.json', {
        supervisor: { reviewer: { type: 'command', command }, ...more },
      }),
    seen: () => linesOf(join(root, 'seen')).map((line) => JSON.parse(line)),
    sessionFiles,
    state: () => JSON.parse(readFileSync(sessionFiles()[0] ?? '', 'utf8')),
  };
}

const linesOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];

/** In a reviewer's command: keeps what came on stdin. The lock of `>>` is enough for one line. */
export const SEE = 'cat >> "$SEEN"';
export const ALLOW = `${SEE}; echo '{"allow_stop":true,"feedback":"good"}'`;
export const BLOCK = `${SEE}; echo '{"allow_stop":false,"feedback":"add tests"}'`;

export interface Result {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

export interface How {
  stdin?: string | Buffer;
  /** Left open when true. */
  open?: boolean;
  env?: Record<string, string | undefined>;
  cwd?: string;
  file?: string;
}

const envOf = (at: Place, how: How) => ({
  ...process.env,
  HOME: at.home,
  CCC_CONFIG_DIR: at.config,
  CCC_SUPERVISOR_ID: 'the-id',
  CCC_SUPERVISOR_HOOK: undefined,
  SEEN: join(at.root, 'seen'),
  ...how.env,
});

/** Starts the built `ccc` as a process of its own. */
export function start(args: string[], at: Place, how: How = {}) {
  needBuild();
  const env = envOf(at, how);
  const [file, ...rest] = how.file ? [how.file, ...args] : [process.execPath, CCC, ...args];
  const child = spawn(file, rest, { cwd: how.cwd ?? at.work, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  if (how.stdin !== undefined) child.stdin.write(how.stdin);
  if (!how.open) child.stdin.end();
  return { child, ended: resultOf(child) };
}

function resultOf(child: ChildProcess): Promise<Result> {
  const result: Result = { code: null, signal: null, stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    result.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    result.stderr += text;
  });
  return new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ ...result, code, signal })),
  );
}

/** Runs `ccc`: the built one as a process, or the command alone where a process proves nothing more. */
export const ccc = (args: string[], at: Place, how: How = {}): Promise<Result> =>
  runsHere(args, how) ? here(args, at, how) : start(args, at, how).ended;

/** `bin/start.cjs` and `main.ts` decide about the rest. */
const runsHere = ([name = '']: string[], { open, file, env = {} }: How): boolean =>
  Object.hasOwn(COMMANDS, name) &&
  name !== 'run' &&
  !open &&
  file === undefined &&
  !Object.keys(env).some((one) => /^NODE_|^CCC_SUPERVISOR_HOOK$/.test(one));

function here([name = '', ...args]: string[], at: Place, how: How): Promise<Result> {
  const env: Io['env'] = envOf(at, how);
  return within({ cwd: how.cwd ?? at.work, env }, async () => {
    const said = { stdout: '', stderr: '' };
    const io: Io = {
      env,
      out: (text) => {
        said.stdout += text;
      },
      err: (text) => {
        said.stderr += text;
      },
      stdinIsDevice: () => false,
      drain: async ({ maxBytes }, sink) => {
        const all = Buffer.from(how.stdin ?? '');
        if (all.length > maxBytes) return 'too long';
        sink.add(all);
        return 'whole';
      },
    };
    const code = await COMMANDS[name]
      ?.load()
      .then((command) => command(args, io))
      .catch((error) => report(error, io));
    return { code: code ?? null, signal: null, ...said };
  });
}

/** The same as a process of its own, for several at once. */
export const hookApart = (input: unknown, at: Place, how: How = {}): Promise<Result> =>
  start(['supervisor-hook'], at, { stdin: JSON.stringify(input), ...how }).ended;

/** One event through `ccc supervisor-hook`. */
export const hook = (input: unknown, at: Place, how: How = {}, args: string[] = []) =>
  ccc(['supervisor-hook', ...args], at, { stdin: JSON.stringify(input), ...how });

/** A good end: the document, and nothing on stderr. */
export const answered = (document: unknown) => ({
  code: 0,
  signal: null,
  stdout: `${JSON.stringify(document)}\n`,
  stderr: '',
});

export const QUESTION = {
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'AskUserQuestion',
  tool_input: { questions: [{ question: 'Which colour?' }] },
  tool_use_id: 'toolu_001',
};

export const permission = (decision: string, reason: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: decision,
    permissionDecisionReason: reason,
  },
});

export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return process.platform !== 'linux' && answers(pid);
  }
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
