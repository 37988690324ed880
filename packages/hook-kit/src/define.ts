import { encode } from './answer/encode.ts';
import { ofAll } from './answer/of-all.ts';
import type { Answer, Said, Verb } from './answer/say.ts';
import { detectTarget, type TargetName } from './answer/targets.ts';
import type { EventName } from './event/events.generated.ts';
import type { HookContext, Input } from './event/input.ts';
import { inputsOf, isInParts, isNamed } from './inputs-of.ts';
import { use, watch } from './process/idle.ts';
import { ENDLESS } from './process/process.ts';
import { start } from './process/start.ts';
import { callerOf, isStarted } from './process/started.ts';
import { translated } from './translate.ts';

/** Gets the event, returns what the hook says. */
export type Handler<E extends EventName> = (
  input: Input<E>,
  context: HookContext,
) => Answer<E> | Promise<Answer<E>>;

export interface DefineOptions {
  /** Whose dialect is spoken; by default that of whoever asked. */
  readonly for?: TargetName;
  /** A hook that breaks blocks instead of letting the action pass. */
  readonly failClosed?: boolean;
  /** What messages call it when it runs as a function. */
  readonly name?: string;
  /** Whether to read stdin and answer now; by default when the defining file is what Node was started with. */
  readonly main?: boolean;
}

/** A hook as the engine takes it from code. */
export interface Hook {
  readonly type: 'function';
  readonly name?: string;
  readonly onError?: 'block';
  run(input: object, context?: { signal: AbortSignal }): Promise<Record<string, unknown>>;
}

/** A hook that runs as a process when its file is started, and as a function wherever it is imported. */
export function defineHook<E extends EventName>(
  event: E,
  handler: Handler<E>,
  options: DefineOptions = {},
): Hook {
  const { failClosed = false, main } = options;
  const targetOf = (raw: object) => options.for ?? detectTarget(raw);
  const answer = async (raw: object, context: HookContext, target = targetOf(raw)) => {
    const inputs = inputsOf(event, raw as Record<string, unknown>, target);
    const said: (Said<Verb> | undefined)[] = [];
    for (const input of inputs) said.push((await handler(input as Input<E>, context)) ?? undefined);
    const { tool_input, tool_response } = translated(raw as Record<string, unknown>, target);
    const call = tool_input as Record<string, unknown> | undefined;
    return encode(
      event,
      isInParts(raw as Record<string, unknown>, inputs, target) ? ofAll(said) : said[0],
      target,
      call,
      tool_response,
    );
  };
  const file = main === undefined ? callerOf(defineHook) : '';
  const isFor = (raw: object) => isNamed(event, raw as Record<string, unknown>, targetOf(raw));
  if (main ?? isStarted(file)) start({ event, failClosed, isFor, answer });
  else if (main === undefined) watch({ event, file, failClosed });
  return {
    type: 'function',
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(failClosed ? { onError: 'block' } : {}),
    run: async (raw, context) => {
      use();
      return (await answer(raw, context ?? ENDLESS, options.for ?? 'wave')).json;
    },
  };
}
