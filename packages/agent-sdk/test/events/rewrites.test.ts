import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../src/conversation/agent-event.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, printing, talk, tempDir, textOf } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { on, section } from './events.ts';

const SECRET = 'hunter2-SECRET';

/** Every file below a directory that holds a text. */
function filesWith(dir: string, text: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}

test('a redacted output is in no message, on no wire and in no file under the home', async () => {
  const home = tempDir();
  const { agent, sent } = await talk({
    home,
    session: { keep: true },
    hooks: on(
      'PostToolUse',
      printing(section('PostToolUse', { updatedToolOutput: 'REDACTED' })),
      'Bash',
    ),
    script: [call('Bash', { command: `printf '%s' hunter2-; printf %s SECRET` }), say('done')],
  });
  const [block] = blocksOf(agent.messages, 'tool');
  expect(block).toMatchObject({ result: 'REDACTED', success: true });
  await agent.close();
  expect(sent).toContain('REDACTED');
  expect(sent + JSON.stringify(agent.messages)).not.toContain(SECRET);
  expect(filesWith(home, SECRET)).toEqual([]);
});

test('an output too long to be passed on whole leaves no file behind either', async () => {
  const home = tempDir();
  const { agent, sent } = await talk({
    home,
    session: { keep: true },
    hooks: on(
      'PostToolUse',
      printing(section('PostToolUse', { updatedToolOutput: 'REDACTED' })),
      'Bash',
    ),
    script: [
      call('Bash', { command: `for i in $(seq 1 20000); do echo hunter2-"SECRET" $i; done` }),
      say('done'),
    ],
  });
  await agent.close();
  expect(sent).not.toContain(SECRET);
  expect(filesWith(home, SECRET)).toEqual([]);
});

test('an output in the shape of the response is passed on by its text', async () => {
  const { agent } = await talk({
    hooks: on(
      'PostToolUse',
      printing(section('PostToolUse', { updatedToolOutput: { output: 'CLEAN', success: true } })),
    ),
    script: [call('Bash', { command: 'echo dirty' }), say('done')],
  });
  expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({ result: 'CLEAN' });
});

test('a picture does not survive the rewrite of what it came with', async () => {
  const dir = tempDir();
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  writeFileSync(join(dir, 'a.png'), Buffer.from(png, 'base64'));
  const { sent } = await talk({
    workdir: dir,
    hooks: on('PostToolUse', printing(section('PostToolUse', { updatedToolOutput: 'NO PICTURE' }))),
    script: [call('Read', { file_path: join(dir, 'a.png') }), say('done')],
  });
  expect(sent).toContain('NO PICTURE');
  expect(sent).not.toContain(png.slice(0, 40));
});

test('a transform with onError block that fails withholds the output', async () => {
  const { agent, sent } = await talk({
    hooks: on('PostToolUse', 'exit 1', 'Bash', { phase: 'transform', onError: 'block' }),
    script: [call('Bash', { command: `printf '%s' hunter2-; printf %s SECRET` }), say('done')],
  });
  expect(sent).not.toContain(SECRET);
  expect(blocksOf(agent.messages, 'tool')[0]?.result).not.toContain(SECRET);
});

test('a halt does not undo the rewrite', async () => {
  const { agent, result } = await talk({
    hooks: on(
      'PostToolUse',
      printing({
        continue: false,
        ...section('PostToolUse', { updatedToolOutput: 'REDACTED' }),
      }),
    ),
    script: [call('Bash', { command: 'echo dirty' }), say('never')],
  });
  expect(result.ended).toBe('halted');
  expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({ result: 'REDACTED' });
});

test('a rewritten prompt is what is sent and kept; its host hears of both once', async () => {
  const home = tempDir();
  const { agent, server, sent } = await openAgent({
    home,
    session: { keep: true },
    hooks: on(
      'UserPromptSubmit',
      printing(section('UserPromptSubmit', { updatedPrompt: 'my key is [removed]' })),
    ),
  });
  const heard: AgentEvent[] = [];
  agent.subscribe((event) => event.is === 'prompt' && heard.push(event));
  server.script(say('ok'));
  await agent.sendMessage(`my key is ${SECRET}`);
  await agent.close();
  expect(textOf(agent.messages[0])).toBe('my key is [removed]');
  expect(sent()).toContain('my key is [removed]');
  expect(sent() + JSON.stringify(agent.messages)).not.toContain(SECRET);
  expect(filesWith(home, SECRET)).toEqual([]);
  expect(heard).toEqual([
    { is: 'prompt', typed: `my key is ${SECRET}`, sent: 'my key is [removed]', by: ['thehook'] },
  ]);
});

test('files are attached by what was sent, not by what was typed', async () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'secret.txt'), SECRET);
  const { sent } = await talk({
    workdir: dir,
    prompt: 'look at @secret.txt',
    hooks: on(
      'UserPromptSubmit',
      printing(section('UserPromptSubmit', { updatedPrompt: 'look at nothing' })),
    ),
    script: [say('ok')],
  });
  expect(sent).not.toContain(SECRET);
});

test('the output of a command of the user passes PostToolUse, marked as the user’s', async () => {
  const { agent, dir } = await openAgent({
    hooks: on(
      'PostToolUse',
      `cat > "$WAVE_PROJECT_DIR/input"; ${printing(section('PostToolUse', { updatedToolOutput: 'CLEAN', additionalContext: 'SEEN' }))}`,
      'Bash',
    ),
  });
  const text = await agent.ran({ command: 'env', output: SECRET, exitCode: 0 });
  expect(text).toBe('CLEAN');
  expect(JSON.parse(readFileSync(join(dir, 'input'), 'utf8'))).toMatchObject({
    tool_name: 'Bash',
    tool_input: { command: 'env' },
    tool_response: { output: SECRET, success: true },
    initiator: 'user',
  });
});
