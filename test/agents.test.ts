import { describe, expect, test } from 'vitest';
import { anthropic } from '../packages/code/src/guard/trial/wire/anthropic.ts';
import { chat } from '../packages/code/src/guard/trial/wire/chat.ts';
import { gemini } from '../packages/code/src/guard/trial/wire/gemini.ts';
import { blocksOf, hasCall } from '../packages/code/src/guard/trial/wire/reply.ts';
import { responses } from '../packages/code/src/guard/trial/wire/responses.ts';
import { HOSTILE } from '../scripts/agents/hostile.ts';
import { tableOf } from '../scripts/agents/report.ts';
import { SITUATIONS, WORD } from '../scripts/agents/situations.ts';
import { verdict, wordsOf } from '../scripts/agents/verdict.ts';

const seen = (steps: readonly string[], made?: string) => ({
  file: (name: string) => (name === 'made' ? made : undefined),
  steps,
  output: '',
  code: 0,
  isAsked: true,
});

const of = (event: string, verb: string) => {
  const found = SITUATIONS.find((one) => one.event === event && one.verb === verb);
  if (!found) throw new Error(`${event} ${verb}`);
  return found;
};

test('what was asked and did not happen is lost, unless the table promised something else', () => {
  const denied = of('PreToolUse', 'deny');
  expect(verdict('codex', denied, seen(['a', `b ${WORD}`]))).toEqual({ is: 'as asked' });
  expect(verdict('codex', denied, seen(['a', 'b'], 'heron-3'))).toEqual({ is: 'lost' });
  const rewritten = of('PreToolUse', 'rewrite');
  expect(verdict('qwen-code', rewritten, seen(['a', 'Suggested instead']))).toMatchObject({
    is: 'fall-back',
  });
  // A fall-back that did not come is lost as well.
  expect(verdict('qwen-code', rewritten, seen(['a', 'b'], 'heron-3'))).toEqual({ is: 'lost' });
});

test('a moment that an agent does not have, and one that did not come', () => {
  const asked = of('PermissionRequest', 'deny');
  expect(verdict('gemini-cli', asked, seen([]))).toEqual({ is: 'no such moment' });
  expect(verdict('codex', asked, { ...seen([]), isAsked: false })).toEqual({ is: 'untried' });
});

test('what ran without its hook being asked is lost, and never "not tried"', () => {
  const unasked = (steps: readonly string[], made?: string) => ({
    ...seen(steps, made),
    isAsked: false,
  });
  const named = (effect: string) => {
    const found = HOSTILE.find((one) => one.effect === effect);
    if (!found) throw new Error(effect);
    return found;
  };
  const server = named('a tool of an MCP server');
  expect(verdict('pi', server, unasked(['a', 'b']))).toEqual({ is: 'untried' });
  expect(verdict('pi', server, unasked(['a', 'b'], 'heron-3'))).toEqual({ is: 'lost' });
  const work = named('work for a subagent');
  expect(verdict('codex', work, unasked(['a', 'b']))).toEqual({ is: 'untried' });
  expect(verdict('codex', work, unasked(['a', 'b', 'c']))).toEqual({ is: 'lost' });
  expect(verdict('codex', named('a hook runs'), unasked(['a']))).toEqual({ is: 'lost' });
  expect(verdict('opencode', named('a hook runs'), unasked(['a']))).toEqual({
    is: 'no such moment',
  });
  expect(wordsOf(verdict('qwen-code', named('a hook runs'), unasked(['a'])))).toMatch(
    /^only on its screen/,
  );
});

test('the table has a column for each agent', () => {
  const situation = of('Stop', 'block');
  const cell = { is: 'as asked' } as const;
  expect(tableOf([{ name: 'codex', situation, cell }])).toContain(
    `| asked for | Codex |\n| --- | --- |\n| Stop: hold | ${wordsOf(cell)} |`,
  );
});

describe('a reply of several parts', () => {
  const one = { call: 'Bash', input: { command: 'a' } };
  const two = { call: 'Bash', input: { command: 'b' } };
  const reply = [{ say: 'Hear ' }, { say: 'this.' }, one, two];
  const dataOf = (events: readonly string[]) =>
    events
      .map((text) => text.replace(/^(event: .*\n)?data: /, '').trim())
      .filter((text) => text !== '[DONE]')
      .map((text) => JSON.parse(text));

  test('is one text in pieces, and each call', () => {
    expect(blocksOf(reply)).toEqual([{ pieces: ['Hear ', 'this.'] }, one, two]);
    expect(blocksOf(one)).toEqual([one]);
    expect(hasCall(reply)).toBe(true);
    expect(hasCall({ say: 'no' })).toBe(false);
  });

  test('as Anthropic sends it', () => {
    const data = dataOf(anthropic.events(reply, '1'));
    expect(data.flatMap(({ delta }) => delta?.text ?? delta?.partial_json ?? [])).toEqual([
      ...['Hear ', 'this.', '{"command":"a"}', '{"command":"b"}'],
    ]);
    const opened = data.filter(({ type }) => type === 'content_block_start');
    expect(opened.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(data.at(-2).delta.stop_reason).toBe('tool_use');
  });

  test("as OpenAI's chat sends it", () => {
    const deltas = dataOf(chat.events(reply, '1')).map(({ choices: [{ delta }] }) => delta);
    expect(deltas.flatMap(({ content }) => content ?? [])).toEqual(['Hear ', 'this.']);
    const calls = deltas.flatMap(({ tool_calls }) => tool_calls ?? []);
    expect(calls.map((call) => [call.index, call.function.arguments])).toEqual([
      [0, '{"command":"a"}'],
      [1, '{"command":"b"}'],
    ]);
  });

  test("as OpenAI's responses send it", () => {
    const data = dataOf(responses.events(reply, '1'));
    const deltas = data.filter(({ type }) => type === 'response.output_text.delta');
    expect(deltas.map(({ delta }) => delta)).toEqual(['Hear ', 'this.']);
    const { output } = data.at(-1).response;
    expect(output.map((item: { type: string }) => item.type)).toEqual([
      ...['message', 'function_call', 'function_call'],
    ]);
    expect(output[0].content[0].text).toBe('Hear this.');
  });

  test('as Google sends it', () => {
    const parts = dataOf(gemini.events(reply, '1')).map(
      ({ candidates: [{ content, finishReason }] }) => ({ parts: content.parts, finishReason }),
    );
    expect(parts).toEqual([
      { parts: [{ text: 'Hear ' }], finishReason: undefined },
      {
        parts: [
          { text: 'this.' },
          { functionCall: { name: 'Bash', args: { command: 'a' } } },
          { functionCall: { name: 'Bash', args: { command: 'b' } } },
        ],
        finishReason: 'STOP',
      },
    ]);
  });
});
