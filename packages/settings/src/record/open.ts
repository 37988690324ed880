import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '@wavehooks/hooks';
import { writePrivate } from '@wavehooks/process/files';
import { privateDir } from '../chain/private.ts';
import { makeRedactor, type Redactor } from '../log/redact.ts';
import { type Recording, recordingName, recordingOf } from './recording.ts';

export interface RecorderOptions {
  readonly dir: string;
  readonly redact?: Redactor;
  /** How many inputs are kept; 1,000 by default. Later ones are not. */
  readonly most?: number;
  /** Told once, when something cannot be kept. */
  readonly onProblem?: (problem: string) => void;
}

export interface Recorder {
  /** For `createEngine({ observe })`. Never throws. */
  observe(event: RunEvent): void;
  /** Keeps one recording; the path of its file, or undefined when it could not. */
  keep(recording: Recording): string | undefined;
}

/** Keeps real inputs as files, one each, for `wave hooks replay`. An erased prompt is never kept. */
export function openRecorder(options: RecorderOptions): Recorder {
  const { dir, most = 1_000, onProblem } = options;
  const redact = options.redact ?? makeRedactor(process.env);
  let told = false;
  const keep = (recording: Recording) => {
    try {
      return write(dir, recording, most);
    } catch (error) {
      if (!told) onProblem?.(`an input could not be recorded in ${dir}: ${textOf(error)}`);
      told = true;
      return undefined;
    }
  };
  return {
    keep,
    observe: (event) => {
      if (!isKept(event)) return;
      keep(recordingOf(event.event, event.input, event.verdict, redact));
    },
  };
}

function write(dir: string, recording: Recording, most: number): string {
  privateDir(dir);
  keepFromGit(dir);
  const name = recordingName(recording);
  const there = readdirSync(dir).filter((file) => file.endsWith('.json'));
  if (!there.includes(name) && there.length >= most)
    throw new Error(`there are ${there.length} already; remove some`);
  const file = join(dir, name);
  writePrivate(file, `${JSON.stringify(recording, null, 2)}\n`);
  return file;
}

/** Recordings are for one's own machine; who wants to share them changes the file, which then stays. */
function keepFromGit(dir: string): void {
  const file = join(dir, '.gitignore');
  if (!existsSync(file)) writePrivate(file, '*\n');
}

/** Also an event without hooks: a first hook can be written from what was recorded. */
function isKept(event: RunEvent): event is Extract<RunEvent, { is: 'decided' | 'unmatched' }> {
  // What came late is of an input that is kept already.
  if (event.is !== 'decided') return event.is === 'unmatched';
  const isCancelled = event.hooks.some(({ run }) => run.outcome.is === 'cancelled');
  return !event.verdict.erasePrompt && !isCancelled;
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
