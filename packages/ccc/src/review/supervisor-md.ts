import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '@wavehooks/process/files';
import { openSettings, projectDirOf } from '@wavehooks/settings';
import { middleOut } from '../cli/text.ts';
import { INSTRUCTIONS } from '../reviewer/instructions.ts';

const MAX_CHARS = 64_000;
/** Nobody writes as much; a larger file is not even read. */
const MAX_BYTES = 1_000_000;

export interface Instructions {
  readonly text: string;
  readonly from: string;
  /** Why the project's own are not used. */
  readonly note?: string;
}

/** The project's, once somebody approved them; else the user's; else ours. */
export function readInstructions(file: string, cwd: string, home: string): Instructions {
  const project = ofProject(cwd, home);
  if (project && 'text' in project) return project;
  const own = textOf(file);
  const base = own ? { text: bounded(own), from: file } : { text: INSTRUCTIONS, from: 'ours' };
  return project ? { ...base, note: project.note } : base;
}

const bounded = (bytes: Buffer): string => middleOut(bytes.toString('utf8'), MAX_CHARS);

/** undefined when there is none. A file that is there and cannot be read is an error. */
function textOf(file: string): Buffer | undefined {
  try {
    return readBounded(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file}: cannot be read: ${(error as Error).message}`);
  }
}

/** What a repository holds may be of any size, and of any kind: a device has no end, a pipe no beginning. */
function readBounded(file: string): Buffer {
  const { size } = statSync(file);
  if (size > MAX_BYTES)
    throw new Error(`it has ${size} bytes, more than the ${MAX_BYTES} that are read`);
  return readRegularFile(file);
}

/** A repository is somebody else's text until its user looked at it: approved is what was seen. */
function ofProject(cwd: string, home: string): Instructions | { note: string } | undefined {
  const projectDir = projectDirOf(cwd, home);
  const file = join(projectDir, '.wave', 'SUPERVISOR.md');
  try {
    const bytes = textOf(file);
    if (!bytes) return undefined;
    const item = openSettings({ projectDir, home }).items.find(({ kind }) => kind === 'supervisor');
    const hash = item?.approval?.files[0]?.hash;
    if (hash !== undefined && hash === sha256(bytes)) return { text: bounded(bytes), from: file };
    return { note: `${file} is not approved, so it is not used (wave hooks approve)` };
  } catch (error) {
    return { note: `${file} is not used: ${(error as Error).message}` };
  }
}

const sha256 = (bytes: Buffer): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');
