import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RequestError } from '@agentclientprotocol/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { call, say } from '../../../agent-sdk/test/wire/reply.ts';
import { isAlive } from '../../../hooks/test/worker/helpers.ts';
import { type EditorOptions, openEditor } from './editor.ts';
import { testTerminals } from './terminals.ts';

const run = (command: string, more: object = {}, id = 'b') =>
  call('Bash', { command, ...more }, id);

/** An editor with terminals, and a session that asks nothing. */
async function withTerminals(
  script: EditorOptions['script'],
  options: Parameters<typeof testTerminals>[0] = {},
) {
  const terminals = testTerminals(options);
  const editor = await openEditor({
    terminals,
    args: ['--permission-mode', 'bypassPermissions'],
    ...(script ? { script } : {}),
  });
  const results = () =>
    JSON.stringify(editor.server.requests.at(-1)?.body).replaceAll('\\\\', '\\');
  return { terminals, editor, results, session: await editor.fresh() };
}

test('a command runs in a terminal of the editor, which its call shows', async () => {
  const { terminals, editor, session, results } = await withTerminals([
    run('mkdir sub && cd sub && echo "out $((20+3))" && echo err >&2 && exit 3'),
    run('pwd', {}, 'c'),
    say('ok'),
  ]);
  await editor.prompt(session, 'go');
  expect(terminals.created[0]).toMatchObject({ sessionId: session, cwd: editor.where.project });
  const of = (id: string) => editor.of('tool_call_update').filter((one) => one.toolCallId === id);
  expect(of('b').map(({ status }) => status)).toEqual(['in_progress', 'in_progress', 'failed']);
  for (const update of of('b').slice(1))
    expect(update.content).toEqual([{ type: 'terminal', terminalId: 'terminal 1' }]);
  expect(of('b').at(-1)).toMatchObject({
    rawOutput: { success: false, output: expect.stringMatching(/out 23\nerr\nExit code: 3/) },
  });
  // The directory is kept, as ever.
  expect(terminals.created[1]?.cwd).toBe(join(editor.where.project, 'sub'));
  expect(results()).toContain(`${join(editor.where.project, 'sub')}`);
  expect(terminals.asked).toEqual(['create', 'release', 'create', 'release']);
});

test('nothing waits for a key, and no pager starts', async () => {
  const { editor, session, results } = await withTerminals([
    run('cat; printf "pager %s %s\\n" "$PAGER" "$GIT_PAGER"'),
    say('ok'),
  ]);
  await editor.prompt(session, 'go');
  expect(results()).toMatch(/pager cat cat/);
});

test('the environment is that of Wave; of it, the editor is told only what differs from its own', async () => {
  const env = { npm_lifecycle_event: 'start' };
  const terminals = testTerminals({ env });
  const editor = await openEditor({
    terminals,
    env,
    args: ['--permission-mode', 'bypassPermissions'],
    script: [run('echo "npm ${npm_lifecycle_event-none} set ${SET_HERE-none}"'), say('ok')],
  });
  editor.where.write('home/.wave/settings.json', { env: { SET_HERE: 'here' } });
  await editor.prompt(await editor.fresh(), 'go');
  expect(JSON.stringify(editor.server.requests.at(-1)?.body)).toContain('npm none set here');
  const told = terminals.created[0]?.env?.map(({ name }) => name) ?? [];
  expect(told).toContain('SET_HERE');
  expect(told).not.toContain('ANTHROPIC_API_KEY');
  expect(told).not.toContain('HOME');
});

test('colours and overwritten lines are for the terminal, not for the model', async () => {
  const { editor, session, results } = await withTerminals([
    run("printf '\\033[31mred\\033[0m\\n10%%\\r100%%\\n'"),
    say('ok'),
  ]);
  await editor.prompt(session, 'go');
  expect(results()).toMatch(/red\\n100%\\nExit code: 0/);
});

/** Leaves a process that has left its group and its terminal, and says its number. */
const daemon = (file: string) =>
  `"${process.execPath}" -e 'const { spawn } = require("node:child_process"); const { pid } = spawn("sleep", ["60"], { detached: true, stdio: "ignore" }); require("node:fs").writeFileSync(process.argv[1], String(pid)); process.exit()' "${file}"`;

const pidIn = (file: string): number => {
  const pid = Number(readFileSync(file, 'utf8'));
  onTestFinished(() => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  return pid;
};

test('a command whose time is up ends with all that it started', async () => {
  const { terminals, editor, session, results } = await withTerminals([]);
  const file = join(editor.where.home, 'pid');
  editor.server.script(run(`${daemon(file)}; sleep 30`, { timeout: 1_500 }), say('ok'));
  await editor.prompt(session, 'go');
  expect(results()).toMatch(/ran longer than 1500 ms and was ended/);
  expect(terminals.asked).toEqual(['create', 'kill', 'release']);
  const pid = pidIn(file);
  await until(() => !isAlive(pid));
});

test('what is left running is named, and ends with the session', async () => {
  const { editor, session, results } = await withTerminals([]);
  const file = join(editor.where.home, 'pid');
  editor.server.script(run(`${daemon(file)}; echo done`), say('ok'));
  await editor.prompt(session, 'go');
  expect(results()).toMatch(/still running/);
  const pid = pidIn(file);
  expect(isAlive(pid)).toBe(true);
  await editor.agent.request('session/close', { sessionId: session });
  await until(() => !isAlive(pid));
});

test('cancelled, it is ended in its terminal', async () => {
  const { terminals, editor, session } = await withTerminals([
    run('echo begun; sleep 30'),
    say('ok'),
  ]);
  const ended = editor.prompt(session, 'go');
  await until(() => terminals.created.length === 1);
  await editor.agent.notify('session/cancel', { sessionId: session });
  expect(await ended).toMatchObject({ stopReason: 'cancelled' });
  await until(() => terminals.asked.includes('release'));
  expect(terminals.asked).toEqual(['create', 'kill', 'release']);
});

test('where the editor has no such method after all, Wave runs the command itself', async () => {
  const { editor, session, results } = await withTerminals(
    [run('echo "own $((1+1))"'), say('ok')],
    {
      fault: RequestError.methodNotFound('terminal/create'),
    },
  );
  await editor.prompt(session, 'go');
  expect(results()).toMatch(/own 2/);
});

test('where it refuses, nothing runs and the agent reads why', async () => {
  const { editor, session, results } = await withTerminals([run('touch made'), say('ok')], {
    fault: new RequestError(-32000, 'no more terminals'),
  });
  await editor.prompt(session, 'go');
  expect(results()).toMatch(
    /could not be started: the editor refused \(-32000\): no more terminals/,
  );
  expect(existsSync(join(editor.where.project, 'made'))).toBe(false);
});

test('in the background, Wave runs it itself', async () => {
  const { terminals, editor, session } = await withTerminals([
    run('touch made', { run_in_background: true }),
    say('ok'),
  ]);
  await editor.prompt(session, 'go');
  await until(() => existsSync(join(editor.where.project, 'made')));
  expect(terminals.created).toEqual([]);
});

test('hooks decide as ever: what one denies reaches no terminal, what one rewrites is what runs', async () => {
  const { terminals, editor } = await withTerminals(undefined);
  editor.where.write('home/.wave/settings.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'command',
              command: `case $(cat) in *bad*) echo no >&2; exit 2;; esac; echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"touch better"}}}'`,
            },
          ],
        },
      ],
    },
  });
  editor.server.script(run('touch bad'), run('touch good', {}, 'c'), say('ok'));
  await editor.prompt(await editor.fresh(), 'go');
  expect(terminals.created.length).toBe(1);
  const made = (name: string) => existsSync(join(editor.where.project, name));
  expect([made('bad'), made('good'), made('better')]).toEqual([false, false, true]);
});

test("a subagent's command is shown in its own call", async () => {
  const { editor, session } = await withTerminals([
    call('Task', { description: 'look', prompt: 'p', subagent_type: 'general' }, 't'),
    run('echo inner', {}, 'b'),
    say('inner done'),
    say('ok'),
  ]);
  await editor.prompt(session, 'go');
  const shown = editor
    .of('tool_call_update')
    .filter(({ content }) => JSON.stringify(content ?? '').includes('terminal 1'));
  expect(shown.length).toBeGreaterThan(0);
  for (const { toolCallId } of shown) expect(toolCallId).toMatch(/^.+:b$/);
});
