import { expectTypeOf, test } from 'vitest';
import type { EventName as EngineEvent, EventInput } from 'wave-hooks';
import type { EVENTS } from '../../hooks/src/vocabulary/events.ts';
import type { SignalName } from '../../hooks/src/vocabulary/signal.ts';
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
  rewrite,
  type VerbsOf,
  warn,
} from '../src/index.ts';

const OFF = { main: false } as const;

test('the types are those of the engine', () => {
  expectTypeOf<EventName>().toEqualTypeOf<EngineEvent>();
  expectTypeOf<keyof Pick<Events['Stop'], 'takes'>>().toEqualTypeOf<'takes'>();
  expectTypeOf<Input<'Stop'>>().toExtend<EventInput<'Stop'>>();
  expectTypeOf<EventInput<'Stop'>>().toExtend<Input<'Stop'>>();
  expectTypeOf<Input<'UserPromptSubmit'>>().toExtend<EventInput<'UserPromptSubmit'>>();
  expectTypeOf<EventInput<'UserPromptSubmit'>>().toExtend<Input<'UserPromptSubmit'>>();
  expectTypeOf<Input<'PostToolUse'>['tool_response']>().toEqualTypeOf<unknown>();
});

test('each event takes what the table says', () => {
  type Taken<E extends EventName> = Extract<keyof (typeof EVENTS)[E]['on'], SignalName>;
  expectTypeOf<Events['PreToolUse']['takes']>().toEqualTypeOf<Taken<'PreToolUse'>>();
  expectTypeOf<Events['PostToolUse']['takes']>().toEqualTypeOf<Taken<'PostToolUse'>>();
  expectTypeOf<Events['UserPromptSubmit']['takes']>().toEqualTypeOf<Taken<'UserPromptSubmit'>>();
  expectTypeOf<Events['Stop']['takes']>().toEqualTypeOf<Taken<'Stop'>>();
  expectTypeOf<VerbsOf<'Stop'>>().toEqualTypeOf<'block' | 'halt' | 'warn'>();
  expectTypeOf<VerbsOf<'PostToolUse'>>().toEqualTypeOf<'block' | 'halt' | 'warn' | 'context'>();
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
  // @ts-expect-error there is nothing to rewrite after the tool ran
  defineHook('PostToolUse', () => rewrite({}), OFF);
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
