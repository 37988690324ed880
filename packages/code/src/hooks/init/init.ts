import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { EventName } from '@wavehooks/hooks';
import { modesFor } from '@wavehooks/process/files';
import {
  addHooks,
  projectDirOf,
  readSettingsText,
  type SourceName,
  settingsPaths,
  writeSettings,
} from '@wavehooks/settings';
import { calledAs } from '../../cli/called-as.ts';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { quoted } from '../../cli/shell-words.ts';
import { homeShort } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { answersOf } from './ask.ts';
import { BUILD_NODE, compilesAll, isBuildStep } from './build-step.ts';
import { type Build, type HookPlace, type Plan, type PlannedFile, planOf } from './plan.ts';
import { type Started, starterFor } from './starter.ts';
import { LANGUAGES, makeTemplates } from './templates.ts';

const FLAGS = {
  event: { type: 'string', value: 'EVENT', about: 'when it runs, e.g. PreToolUse' },
  language: {
    type: 'string',
    short: 'l',
    value: 'LANGUAGE',
    about: Object.keys(LANGUAGES).join(', '),
  },
  matcher: { type: 'string', value: 'TEXT', about: 'for which tools, e.g. Bash or "Write|Edit"' },
  dir: { type: 'string', value: 'DIR', about: 'where its files go; hooks by default' },
  to: {
    type: 'string',
    value: 'user|project|local',
    about: 'which settings file gets its entry; project by default',
  },
} as const;

const USAGE = usageOf({
  forms: ['wave hooks init [NAME] [options]'],
  about: 'At a terminal it asks for what you leave out.',
  options: FLAGS,
});

/** `wave hooks init`: a first hook with its entry and its scenario; nothing that is there is replaced. */
export const initFrom =
  (examples: string): Command =>
  async (args, io) => {
    const { values, positionals } = readArgs(args, FLAGS, USAGE);
    if (positionals.length > 1)
      throw new UsageError(
        `one hook at a time, got also: ${positionals.slice(1).join(' ')}\n${USAGE}`,
      );
    const { event, language, matcher } = values;
    const asked = await answersOf({ name: positionals[0], event, language, matcher }, io, USAGE);
    const started = startedFor(asked.event, matcher);
    const projectDir = projectDirOf(io.cwd);
    const settings = settingsOf(values.to ?? 'project', projectDir);
    const place = placeOf(values.to, values.dir, projectDir, io);
    const plan = planOf(
      {
        ...{ ...asked, started, place },
        hasKit: hasKit(values.to === 'user' ? homedir() : projectDir),
        wave: calledAs(io.cwd),
      },
      makeTemplates(join(examples, 'first')),
    );
    const written = writeAll(plan, settings);
    const isTaken = asked.language === 'typescript' && compilesAll(projectDir, place.dir);
    io.out(said(plan, written, settings, io) + (isTaken ? TAKEN : ''));
    return 0;
  };

export const init = initFrom(join(import.meta.dirname, 'examples'));

function startedFor(event: EventName, matcher: string | undefined): Started {
  const started = starterFor(event, matcher);
  if (typeof started !== 'string') return started;
  throw new UsageError(`--matcher: ${started}\n${USAGE}`);
}

function settingsOf(to: string, projectDir: string): string {
  const names: readonly SourceName[] = ['user', 'project', 'local'];
  if (!names.includes(to as SourceName))
    throw new UsageError(`--to: expected one of ${names.join(', ')}, got ${to}\n${USAGE}`);
  const found = settingsPaths({ projectDir }).find(({ name }) => name === to);
  if (found) return found.file;
  throw new UsageError(`${projectDir} is your home directory, not a project: use --to user`);
}

/**
 * A hook of the user's own runs in every project, so it lies beside the user's settings: a path inside
 * a project would start whatever file the next project has there, approved by nobody.
 */
function placeOf(
  to: string | undefined,
  dir: string | undefined,
  projectDir: string,
  { cwd }: Io,
): HookPlace {
  if (to !== 'user') {
    const own = resolve(projectDir, dir ?? 'hooks');
    const below = relative(projectDir, own) || '.';
    // Whoever else has the project has no such directory.
    if (dir !== undefined && isAbsolute(dir) && /^\.\.(\/|$)/.test(below))
      throw new UsageError(
        `--dir: expected a directory inside ${projectDir}, got ${dir}\n${USAGE}`,
      );
    return {
      dir: own,
      inCommand: `"$WAVE_PROJECT_DIR"/${quoted(below)}`,
      inText: quoted(relative(cwd, own) || '.'),
      needsApproval: true,
    };
  }
  if (dir !== undefined)
    throw new UsageError(`--dir is for hooks of a project; --to user uses ~/.wave/hooks\n${USAGE}`);
  return {
    dir: join(homedir(), '.wave', 'hooks'),
    inCommand: '"$HOME"/.wave/hooks',
    inText: '~/.wave/hooks',
    needsApproval: false,
  };
}

/** With the kit a hook is shorter; without it, it still has to run. */
function hasKit(projectDir: string): boolean {
  try {
    createRequire(join(projectDir, 'x.js')).resolve('@wavehooks/hook-kit/package.json');
    return true;
  } catch (error) {
    // The package is there, and does not let that file be seen.
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}

/** The files that were not there. */
function writeAll({ files, build, addition }: Plan, settings: string): readonly PlannedFile[] {
  const fresh = [...files.filter(({ shared }) => !shared).map(({ path }) => path), build?.makes];
  const there = fresh.find((path) => path !== undefined && existsSync(path));
  if (there)
    throw new UsageError(
      `${there} already exists; nothing was written: give the hook a name of its own, "hooks init NAME"`,
    );
  const old = readSettingsText(settings);
  if (build) refuseBuild(build);
  // Made before anything is written: settings that cannot be read stop here.
  const text = addHooks(old ?? '', [addition], settings);
  const missing = files.filter(({ path }) => !existsSync(path));
  const dirs = [...missing.map(({ path }) => path), settings].flatMap((path) => missingAbove(path));
  const made: string[] = [];
  try {
    for (const file of missing) writeOne(file, made);
    if (build) runBuild(build, made);
    writeSettings(settings, text, old);
  } catch (error) {
    takeBack(made, dirs);
    throw error;
  }
  return missing;
}

/** The directories that a file needs and that are not there, the deepest first. */
function missingAbove(path: string): string[] {
  const dir = dirname(path);
  return existsSync(dir) ? [] : [dir, ...missingAbove(dir)];
}

function writeOne({ path, content, mode }: PlannedFile, made: string[]): void {
  const { directory } = modesFor(path);
  mkdirSync(dirname(path), { recursive: true, mode: directory });
  // Some of them are programs: what others may not do with the directory, they may not do with these.
  writeFileSync(path, '', { mode: mode & directory, flag: 'wx' });
  made.push(path);
  writeFileSync(path, content);
}

/** So that it can be tried again. A directory that somebody else has put something in stays. */
function takeBack(files: readonly string[], dirs: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true });
  for (const dir of new Set(dirs))
    if (existsSync(dir) && readdirSync(dir).length === 0) rmdirSync(dir);
}

function refuseBuild({ step }: Build): void {
  if (!('stripTypeScriptTypes' in process.getBuiltinModule('node:module')))
    throw new UsageError(
      `a TypeScript hook needs Node ${BUILD_NODE} or newer for its build step; this is ${process.version}`,
    );
  const text = readSettingsText(step);
  if (text !== undefined && !isBuildStep(text))
    throw new UsageError(
      `${step} already exists and is not from Wave, so Wave does not run it; nothing was written: choose another --dir`,
    );
}

/** Once now, so that the first test finds it. */
function runBuild({ step, makes }: Build, made: string[]): void {
  made.push(makes);
  const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', step]);
  if (status !== 0) throw new UsageError(`${step}: the build failed: ${String(stderr).trim()}`);
  if (!existsSync(makes)) throw new UsageError(`${step} made no ${makes}; nothing was written`);
}

const TAKEN = `
tsconfig.json names no sources, so your own tsc compiles the hook, too. Name them: "include": ["src"]
`;

function said(plan: Plan, written: readonly PlannedFile[], settings: string, io: Io): string {
  const short = (path: string) => {
    const below = relative(io.cwd, path);
    return below.startsWith('..') ? homeShort(path) : below;
  };
  return [
    ...written.map(({ path, what }) => `wrote ${short(path)}  (${what})`),
    `added it to ${homeShort(settings)}`,
    '',
    'Next:',
    ...plan.next.map((line) => `  ${line}`),
    '',
  ].join('\n');
}
