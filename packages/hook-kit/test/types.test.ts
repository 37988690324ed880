import type { EventName as EngineEvent, EventInput } from '@wavehooks/hooks';
import { expectTypeOf, test } from 'vitest';
import type { EVENTS } from '../../hooks/src/vocabulary/events.ts';
import type { EventName, Events } from '../src/event/events.generated.ts';
import {
  allow,
  ask,
  block,
  context,
  defineHook,
  deny,
  halt,
  type Input,
  replace,
  rewrite,
  type VerbsOf,
  warn,
} from '../src/index.ts';

const OFF = { main: false } as const;

test('the types are those of the engine', () => {
  expectTypeOf<EventName>().toEqualTypeOf<EngineEvent>();
  expectTypeOf<keyof Events['Stop']>().toEqualTypeOf<'input' | 'verbs'>();
  expectTypeOf<Input<'SubagentStop'>>().toExtend<EventInput<'SubagentStop'>>();
  expectTypeOf<EventInput<'SubagentStop'>>().toExtend<Input<'SubagentStop'>>();
  expectTypeOf<Input<'Stop'>>().toExtend<EventInput<'Stop'>>();
  expectTypeOf<EventInput<'Stop'>>().toExtend<Input<'Stop'>>();
  expectTypeOf<Input<'UserPromptSubmit'>>().toExtend<EventInput<'UserPromptSubmit'>>();
  expectTypeOf<EventInput<'UserPromptSubmit'>>().toExtend<Input<'UserPromptSubmit'>>();
  expectTypeOf<Input<'PostToolUse'>['tool_response']>().toEqualTypeOf<unknown>();
});

test('each event takes what the table says', () => {
  type Signals<E extends EventName> = (typeof EVENTS)[E]['on'];
  /** What comes of a signal beside a word to the user. */
  type Effects<E extends EventName, S> = S extends keyof Signals<E>
    ? Signals<E>[S] extends readonly (infer F)[]
      ? Exclude<F, 'tell-user'>
      : never
    : never;
  type Means<E extends EventName, S> = [Effects<E, S>] extends [never] ? false : true;
  type Wanted<E extends EventName> =
    | {
        [V in 'allow' | 'deny' | 'ask' | 'block' | 'context' | 'sandbox' | 'halt']: Means<
          E,
          V
        > extends true
          ? V
          : never;
      }['allow' | 'deny' | 'ask' | 'block' | 'context' | 'sandbox' | 'halt']
    | 'warn'
    | ((typeof EVENTS)[E] extends { rewrites: infer T }
        ? T extends 'input'
          ? 'rewrite'
          : 'replace'
        : never);
  type Wrong = {
    [E in EventName]: [VerbsOf<E>, Wanted<E>] extends [Wanted<E>, VerbsOf<E>] ? never : E;
  };
  expectTypeOf<Wrong[EventName]>().toEqualTypeOf<never>();
  expectTypeOf<VerbsOf<'Stop'>>().toEqualTypeOf<'block' | 'halt' | 'warn'>();
  expectTypeOf<VerbsOf<'PostToolUse'>>().toEqualTypeOf<
    'block' | 'halt' | 'warn' | 'context' | 'replace'
  >();
  expectTypeOf<VerbsOf<'Notification'>>().toEqualTypeOf<'warn'>();
});

test('a wrong answer for an event does not compile', () => {
  defineHook('PreToolUse', () => ask('why', rewrite({ command: 'x' }), warn('y')), OFF);
  defineHook('PreToolUse', async () => (Math.random() > 2 ? allow() : deny('no')), OFF);
  defineHook('PostToolUse', () => block('look', context('more')), OFF);
  defineHook('Stop', () => halt('enough', warn('really')), OFF);
  // @ts-expect-error Stop asks nobody
  defineHook('Stop', () => ask('why'), OFF);
  // @ts-expect-error Stop takes no context
  defineHook('Stop', () => context('x'), OFF);
  // @ts-expect-error after the tool ran its input is what it is
  defineHook('PostToolUse', () => rewrite({}), OFF);
  defineHook('PostToolUse', () => replace('[redacted]', context('more')), OFF);
  // @ts-expect-error an input is rewritten by fields
  defineHook('PreToolUse', () => replace('x'), OFF);
  defineHook('PermissionRequest', () => allow('', rewrite({ command: 'x' })), OFF);
  // @ts-expect-error the user is asked anyway
  defineHook('PermissionRequest', () => ask('why'), OFF);
  // @ts-expect-error nothing waits for it
  defineHook('Notification', () => block('no'), OFF);
  defineHook('Elicitation', () => allow('', replace({ project: 'wave' })), OFF);
  // @ts-expect-error a prompt is not allowed or denied, it is blocked
  defineHook('UserPromptSubmit', () => deny('no'), OFF);
  // @ts-expect-error also not in part
  defineHook('UserPromptSubmit', () => (Math.random() > 2 ? block('a') : allow()), OFF);
  // @ts-expect-error an answer is made with the verbs
  defineHook('PreToolUse', () => ({ decision: 'deny' }), OFF);
  // @ts-expect-error no such event
  defineHook('PreTooUse', () => undefined, OFF);
});

test('what contradicts itself does not compile', () => {
  // @ts-expect-error a denied call has no input
  deny('no', rewrite({}));
  // @ts-expect-error one decision
  allow('yes', ask('really'));
  // @ts-expect-error a halted turn takes no context
  halt('end', context('x'));
  // @ts-expect-error a denial says why
  deny();
});

test('comparing tool_name narrows tool_input', () => {
  const check = (input: Input<'PreToolUse'>) => {
    if (input.tool_name === 'Bash') expectTypeOf(input.tool_input.command).toEqualTypeOf<string>();
    if (input.tool_name === 'Edit') expectTypeOf(input.tool_input.old_string).toBeString();
    if (input.tool_name === 'TodoWrite') expectTypeOf(input.tool_input.todos).toBeArray();
    if (input.tool_name === 'AskUserQuestion')
      expectTypeOf(input.tool_input.questions[0]?.question).toEqualTypeOf<string | undefined>();
    // @ts-expect-error Read has no command
    if (input.tool_name === 'Read') input.tool_input.command;
    if (input.tool_name === 'mcp__memory__create')
      expectTypeOf(input.tool_input).toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf(input.tool_name).toExtend<string>();
  };
  expectTypeOf(check).toBeFunction();
});
