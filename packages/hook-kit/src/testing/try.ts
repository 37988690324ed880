import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createEngine,
  type HookFunction,
  type HookOutcome,
  type Host,
  type RunEvent,
  type Signal,
  type Verdict,
} from '@wavehooks/hooks';
import { type ShortInput, toEvent } from './event.ts';

/** A command, a function, what `defineHook` returned, or an entry as it stands in settings. */
export type TryHookInput = string | HookFunction | object;

export interface TryOptions {
  /** The project's root; a directory that is gone afterwards by default. */
  readonly projectDir?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** The addresses that an `http` hook may call; without it all that are not private. */
  readonly allowedHttpHookUrls?: readonly string[];
  /** What `prompt` and `mcp_tool` hooks ask: stand-ins of the test's own. */
  readonly host?: Host;
}

/** What came of one event. */
export interface Tried {
  readonly verdict: Verdict;
  readonly decision: Verdict['decision'];
  /** How the hook ended, and what the engine understood; undefined when it did not run. */
  readonly outcome: HookOutcome | undefined;
  readonly signals: readonly Signal[];
}

/** Runs one hook on one event, through the real engine. */
export async function tryHook(
  hook: TryHookInput,
  input: ShortInput,
  options: TryOptions = {},
): Promise<Tried> {
  const event = toEvent(input);
  const scratch = mkdtempSync(join(tmpdir(), 'try-hook-'));
  const ended: Extract<RunEvent, { is: 'ended' }>[] = [];
  const engine = await createEngine({
    hooks: { [event.hook_event_name]: [{ hooks: [entryOf(hook)] }] },
    // What is wrong is said below, in words of this function.
    problems: 'report',
    projectDir: options.projectDir ?? scratch,
    outputDir: join(scratch, 'outputs'),
    launcher: false,
    observe: (seen) => seen.is === 'ended' && ended.push(seen),
    ...(options.env ? { env: options.env } : {}),
    ...(options.host ? { host: options.host } : {}),
    ...(options.allowedHttpHookUrls ? { allowedHttpHookUrls: options.allowedHttpHookUrls } : {}),
  });
  try {
    const errors = engine.problems.filter(({ level }) => level === 'error');
    const off = engine.entries.filter(({ enabled }) => !enabled);
    refuse([
      ...errors.map(({ text }) => text),
      ...off.map(() => 'the hook is switched off: "enabled" is false'),
      ...engine.missing(event),
    ]);
    const verdict = await engine.fire(event, options.signal ? { signal: options.signal } : {});
    return {
      verdict,
      decision: verdict.decision,
      outcome: ended[0]?.run.outcome,
      signals: ended[0]?.signals ?? [],
    };
  } finally {
    await engine.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function entryOf(hook: TryHookInput): object {
  if (typeof hook === 'string') return { type: 'command', command: hook };
  return typeof hook === 'function' ? { type: 'function', run: hook } : hook;
}

/** A hook that is switched off, or not there, would pass any test. */
function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new TypeError(`tryHook: ${problems.join('\n')}`);
}
