import type { Engine, Entry, EventInput, EventName, HookInput, Verdict } from '@wavehooks/hooks';
import type { COMMON, EVENTS } from '@wavehooks/hooks/vocabulary';
import type { Call } from '../vocabulary/model.ts';
import type { ToolResult } from '../vocabulary/tool.ts';

/** What an event carries beside what all of them do. */
type Own<E extends EventName> = Omit<EventInput<E>, keyof typeof COMMON | 'hook_event_name'>;

/** The values of the field that matchers look at, where the table lists them. */
export type ValueOf<E extends EventName> = (typeof EVENTS)[E] extends {
  readonly values: readonly (infer V)[];
}
  ? V
  : never;

/** Runs the hooks of a moment of one agent. */
export type Fire = <E extends EventName>(
  event: E,
  own: Own<E>,
  signal?: AbortSignal,
  /** What is under way, by the ids of scopes: an agent of a file, skills. */
  scopes?: readonly string[],
) => Promise<Verdict>;

/** What goes on around the hooks of an event, where some are due. */
export type During = (
  event: EventName,
  hooks: readonly Entry[],
  run: () => Promise<Verdict>,
) => Promise<Verdict>;

/** The common fields are read when an event is fired: the mode and the directory change. */
export const firing =
  (
    engine: Pick<Engine, 'fire'>,
    setVariables: (set: Readonly<Record<string, string>>) => void,
    common: () => Readonly<Record<string, unknown>>,
    heard: (verdict: Verdict) => void,
    during: During = (_, __, run) => run(),
  ): Fire =>
  async (event, own, signal, scopes = []) => {
    const verdict = await engine.fire(
      { ...common(), ...own, hook_event_name: event } as HookInput,
      {
        setVariables,
        during: (hooks, run) => during(event, hooks, run),
        ...(scopes.length > 0 ? { scopes } : {}),
        ...(signal ? { signal } : {}),
      },
    );
    heard(verdict);
    return verdict;
  };

/** The call that an event is about, as hooks see it. */
export const callFields = ({ name, id }: Call, input: Readonly<Record<string, unknown>>) => ({
  tool_name: name,
  tool_input: input,
  tool_use_id: id,
});

/** What a tool says of itself must not hide whether it failed. */
export const responseOf = ({ success, text, data }: ToolResult) => ({
  output: text,
  ...data,
  success,
});
