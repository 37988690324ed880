import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/engine/setting.ts';
import { answers, fire, says, texts } from '../helpers.ts';

const section = (fields: object) => ({ hookSpecificOutput: fields });
const output = (value: unknown, more: object = {}) =>
  answers({ ...section({ updatedToolOutput: value }), ...more });
const named = (name: string, command: string, more: object = {}) => ({ name, command, ...more });
/** A hook that passes on what it was given. */
const ECHO = 'cat >&2; exit 2';

describe('the output of a tool', () => {
  test('a text, or a value in its shape, takes its place', async () => {
    expect((await fire('PostToolUse', [output('SAFE')])).output).toBe('SAFE');
    expect((await fire('PostToolUse', [output({ output: 'SAFE' })])).output).toEqual({
      output: 'SAFE',
    });
    const other = answers(section({ updatedMCPToolOutput: 'SAFE' }));
    expect((await fire('PostToolUse', [other])).output).toBe('SAFE');
  });

  test('nothing at all may be left of it', async () => {
    expect((await fire('PostToolUse', [output('')])).output).toBe('');
  });

  test.each([[5], [['a']], [{ stdout: 'x' }], [{ output: 1 }]])(
    '%j is not in its shape: dropped and reported',
    async (value) => {
      const verdict = await fire('PostToolUse', [output(value)]);
      expect(verdict.output).toBeUndefined();
      expect(texts(verdict.toUser)).toEqual([
        expect.stringContaining('expected a text, or a value in the shape of tool_response, got'),
      ]);
    },
  );

  test('the later of two counts, and the conflict is told', async () => {
    const verdict = await fire('PostToolUse', [
      named('a', output('ONE'), { env: { A: '1' } }),
      named('b', output('TWO')),
    ]);
    expect(verdict).toMatchObject({ output: 'TWO', rewrittenBy: ['b'], decision: 'none' });
    expect(texts(verdict.toUser)).toEqual([
      'hooks "a" and "b" rewrote "output" differently; "b" comes later, so its value counts',
    ]);
  });

  test('a transform comes first, and the others see what it left', async () => {
    const verdict = await fire('PostToolUse', [
      named('see', ECHO),
      named('redact', output('SAFE'), { phase: 'transform' }),
    ]);
    expect(verdict).toMatchObject({ output: 'SAFE', rewrittenBy: ['redact'] });
    expect(JSON.parse(verdict.toAgent[0]?.text ?? '{}')).toMatchObject({ tool_response: 'SAFE' });
  });

  test('a halt does not undo it, and takes the rest', async () => {
    const verdict = await fire('PostToolUse', [
      named('redact', output('SAFE')),
      answers({ continue: false, stopReason: 'enough' }),
    ]);
    expect(verdict).toMatchObject({ decision: 'halt', output: 'SAFE', rewrittenBy: ['redact'] });
  });

  test.each([
    ['fails', 'exit 1'],
    ['prints what cannot be read', 'echo \'{"hookSpecificOutput":\''],
    ['misspells its field', answers(section({ updatedToolOutputs: 'x' }))],
  ])('a transform that must not fail and %s withholds it', async (_, command) => {
    const guard = named('redact', command, { phase: 'transform', onError: 'block' });
    const verdict = await fire('PostToolUse', [guard, named('see', ECHO)]);
    const withheld = '[The output was withheld: hook "redact", which rewrites it, did not work.]';
    expect(verdict).toMatchObject({ decision: 'none', output: withheld, rewrittenBy: ['redact'] });
    expect(JSON.parse(verdict.toAgent[1]?.text ?? '{}')).toMatchObject({
      tool_response: withheld,
    });
  });

  test('so does one whose entry is wrong', async () => {
    const guard = named('redact', 'cat', { phase: 'transform', onError: 'block', timeout: -1 });
    const verdict = await fire('PostToolUse', [guard], { options: { problems: 'report' } });
    expect(verdict.output).toContain('The output was withheld: hook "redact"');
  });

  test('a judge that must not fail is feedback only', async () => {
    const verdict = await fire('PostToolUse', [named('j', 'exit 1', { onError: 'block' })]);
    expect(verdict.output).toBeUndefined();
    expect(texts(verdict.toAgent)).toEqual([expect.stringContaining('A guard did not work')]);
  });

  test('a guard that was cancelled has not let it pass', async () => {
    const guard = named('redact', 'sleep 20', { phase: 'transform', onError: 'block' });
    const verdict = await fire('PostToolUse', [guard], { signal: AbortSignal.timeout(300) });
    expect(verdict).toMatchObject({
      decision: 'halt',
      output: '[The output was withheld: the turn was cancelled.]',
    });
  });
});

describe('the prompt', () => {
  const prompt = (text: string) => answers(section({ updatedPrompt: text }));

  test('takes the place of the other one, under both its names', async () => {
    const verdict = await fire('UserPromptSubmit', [
      named('rewrite', prompt('SAFE'), { phase: 'transform' }),
      'cat',
    ]);
    expect(verdict).toMatchObject({ prompt: 'SAFE', rewrittenBy: ['rewrite'], erasePrompt: false });
    expect(JSON.parse(verdict.context[0]?.text ?? '{}')).toMatchObject({
      prompt: 'SAFE',
      user_prompt: 'SAFE',
    });
  });

  test('a blocked prompt has none', async () => {
    const verdict = await fire('UserPromptSubmit', [
      prompt('SAFE'),
      says({ exit: 2, stderr: 'no' }),
    ]);
    expect(verdict).toMatchObject({ decision: 'block', erasePrompt: true, rewrittenBy: [] });
    expect(verdict.prompt).toBeUndefined();
  });

  test('a blank one is dropped and reported, and a guard then blocks', async () => {
    const verdict = await fire('UserPromptSubmit', [prompt(' ')]);
    expect(texts(verdict.toUser)).toEqual([
      expect.stringContaining('expected a text that is not blank, got " "'),
    ]);
    const guard = named('g', prompt(' '), { onError: 'block' });
    expect((await fire('UserPromptSubmit', [guard])).decision).toBe('block');
  });
});

describe('what was taken out comes back nowhere', () => {
  const SECRET = 'sk-ZZ-4711-hush';
  const INPUT = { tool_response: { output: `key=${SECRET} port=8080`, success: true } };
  const REDACT = named('redact', output('key=[gone] port=8080'));

  async function heard(hooks: Parameters<typeof fire>[1], event = 'PostToolUse' as const) {
    const events: RunEvent[] = [];
    const observe = (one: RunEvent) => events.push(one);
    const verdict = await fire(event, hooks, { input: INPUT, options: { observe } });
    return { verdict, decided: events.find(({ is }) => is === 'decided') };
  }

  test('not by the words, streams and reasons of hooks that saw it', async () => {
    const { verdict, decided } = await heard([
      named('quote', ECHO),
      named('warn', answers({ systemMessage: `saw ${SECRET}` })),
      named('fail', `echo "x${SECRET}y" >&2; exit 3`),
      named('note', answers(section({ additionalContext: `the key is ${SECRET}` }))),
      REDACT,
    ]);
    expect(verdict.output).toBe('key=[gone] port=8080');
    expect(JSON.stringify(verdict)).not.toContain(SECRET);
    expect(JSON.stringify(decided)).not.toContain(SECRET);
    expect(texts(verdict.context)).toEqual(['the key is [redacted]']);
    expect(decided).toMatchObject({ input: { tool_response: 'key=[gone] port=8080' } });
  });

  test('not by a reason to halt', async () => {
    const { verdict } = await heard([
      REDACT,
      answers({ continue: false, stopReason: `leaked ${SECRET}` }),
    ]);
    expect(verdict).toMatchObject({ decision: 'halt', stopReason: 'leaked [redacted]' });
  });

  test('hooks that saw only what was left keep their words', async () => {
    const { verdict } = await heard([
      { ...REDACT, phase: 'transform' },
      named('judge', says({ stderr: 'success and output are fine words', exit: 2 })),
    ]);
    expect(texts(verdict.toAgent)).toEqual(['success and output are fine words']);
  });

  test('a long output is cleaned as well', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `word-${at}`).join(' ');
    const verdict = await fire(
      'PostToolUse',
      [named('quote', ECHO), named('cut', output('SAFE'))],
      {
        input: { tool_response: { output: `${many} ${SECRET}` } },
      },
    );
    expect(JSON.stringify(verdict)).not.toContain(SECRET);
  });
});
