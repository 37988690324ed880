import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createEngine } from '../src/engine/engine.ts';
import type { EngineOptions } from '../src/engine/engine-options.ts';
import {
  EVENT_NAMES,
  type EventName,
  type HookInput,
  isAboutTool,
  specOf,
} from '../src/vocabulary/events.ts';
import type { Verdict } from '../src/vocabulary/verdict.ts';

/** A directory of the test's own. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'wave-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A shell command that prints and exits as told. */
export function says(said: { stdout?: string; stderr?: string; exit?: number; delay?: number }) {
  return [
    said.delay ? `sleep ${said.delay}` : '',
    said.stdout ? `printf %s ${quote(said.stdout)}` : '',
    said.stderr ? `printf %s ${quote(said.stderr)} >&2` : '',
    `exit ${said.exit ?? 0}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

export const answers = (answer: unknown, more: { exit?: number; stderr?: string } = {}) =>
  says({ stdout: JSON.stringify(answer), ...more });

export const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

type Inputs = { [E in EventName]: HookInput & { hook_event_name: E } };

/** An input for each event: its row's sample, or a special one. */
export const INPUTS: Inputs = {
  ...(Object.fromEntries(EVENT_NAMES.map((event) => [event, sampleOf(event)])) as Inputs),
  PreToolUse: {
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf /', timeout: 30 },
    tool_use_id: 'toolu_1',
  },
  PostToolUse: {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_response: { output: 'a' },
    tool_use_id: 'toolu_1',
  },
  UserPromptSubmit: { hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
  Stop: { hook_event_name: 'Stop' },
};

function sampleOf(event: EventName): Record<string, unknown> {
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' } };
  return {
    ...(isAboutTool(event) ? call : {}),
    ...specOf(event).sample,
    hook_event_name: event,
  };
}

type HookLike = string | Record<string, unknown>;

/** Fires one event through commands or entries, in a directory of the test's own. */
export async function fire(
  event: EventName,
  hooks: HookLike[],
  more: { input?: object; signal?: AbortSignal; options?: EngineOptions } = {},
): Promise<Verdict> {
  const dir = tempDir();
  const entries = hooks.map((hook) =>
    typeof hook === 'string' ? { type: 'command', command: hook } : { type: 'command', ...hook },
  );
  const engine = await createEngine({
    hooks: { [event]: [{ hooks: entries }] },
    projectDir: dir,
    outputDir: join(dir, 'outputs'),
    // Which way a process is started does not depend on who is ready first; see ways.ts.
    launcher: false,
    ...more.options,
  });
  return engine.fire({ ...INPUTS[event], ...more.input } as HookInput, {
    ...(more.signal ? { signal: more.signal } : {}),
  });
}

/** Texts alone, for comparing. */
export const texts = (told: readonly { text: string }[]) => told.map(({ text }) => text);
