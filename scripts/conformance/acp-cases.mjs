// The cases of the profile acp-core-v1 of acpx, by its names. Its package holds a client and not these, and its texts
// are commands of a mock agent: here each says what it says to Wave's practice model.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const DONE = { stopReason: 'end_turn' };
const CANCELLED = { stopReason: 'cancelled' };

/** All updates, and what the agent said once more without its borders. */
const textOf = ({ updates }) => {
  const said = updates.map(({ update }) => update.content?.text ?? '').join('');
  return `${JSON.stringify(updates)}${said}`.toLowerCase();
};
const fails = (promise, code) => assert.rejects(promise, (error) => error.code === code);

async function cancelled(editor, id) {
  const turn = editor.prompt(id, 'run sleep 30');
  for (let at = 0; at < 200 && !textOf(editor).includes('in_progress'); at++) await sleep(25);
  await editor.agent.notify('session/cancel', { sessionId: id });
  assert.deepEqual(await turn, CANCELLED);
}

/** THE TABLE. `denies`: the editor grants nothing. */
export const CASES = {
  'acp.v1.initialize.handshake': async ({ initialized }) => {
    assert.equal(typeof initialized.protocolVersion, 'number');
    assert.equal(typeof initialized.agentCapabilities, 'object');
  },
  'acp.v1.session.new.basic': async ({ fresh }) => {
    assert.notEqual((await fresh()).trim(), '');
  },
  'acp.v1.session.prompt.single_turn': async (editor) => {
    assert.deepEqual(await editor.prompt(await editor.fresh(), 'what do you know?'), DONE);
    assert.ok(textOf(editor).includes('practice model'));
  },
  'acp.v1.session.update.termination': async (editor) => {
    const id = await editor.fresh();
    assert.deepEqual(await editor.prompt(id, 'what do you know?'), DONE);
    assert.ok(editor.updates.length > 0);
    for (const { sessionId } of editor.updates) assert.equal(sessionId, id);
  },
  'acp.v1.session.cancel.in_flight': async (editor) => cancelled(editor, await editor.fresh()),
  'acp.v1.session.cancel.idle': async (editor) => {
    const sessionId = await editor.fresh();
    await editor.agent.notify('session/cancel', { sessionId });
    assert.deepEqual(await editor.prompt(sessionId, 'what do you know?'), DONE);
  },
  'acp.v1.session.prompt.multi_turn': async (editor) => {
    const id = await editor.fresh();
    for (const text of ['what do you know?', 'find *.md'])
      assert.deepEqual(await editor.prompt(id, text), DONE);
    assert.ok(textOf(editor).includes('readme.md'));
  },
  'acp.v1.errors.invalid_params': async ({ agent }) =>
    fails(agent.request('session/new', { cwd: 7, mcpServers: [] }), -32602),
  'acp.v1.errors.invalid_params.cwd_null': async ({ agent }) =>
    fails(agent.request('session/new', { cwd: null, mcpServers: [] }), -32602),
  'acp.v1.errors.invalid_prompt_session_type': async ({ agent }) =>
    fails(agent.request('session/prompt', { sessionId: {}, prompt: [] }), -32602),
  'acp.v1.errors.unknown_session': async ({ prompt }) => fails(prompt('nobody', 'hi'), -32002),
  'acp.v1.errors.permission_denied': {
    denies: true,
    run: async (editor) => {
      assert.deepEqual(await editor.prompt(await editor.fresh(), 'read README.md'), DONE);
      assert.ok(textOf(editor).includes('permission denied'));
    },
  },
  'acp.v1.errors.permission_denied.write': {
    denies: true,
    run: async (editor, { project }) => {
      assert.deepEqual(await editor.prompt(await editor.fresh(), 'write new.txt: hello'), DONE);
      assert.ok(textOf(editor).includes('"failed"'));
      assert.equal(existsSync(join(project, 'new.txt')), false);
    },
  },
  'acp.v1.session.prompt.echo_empty': async (editor) => {
    const id = await editor.fresh();
    assert.deepEqual(await editor.prompt(id, 'run true'), DONE);
    await fails(editor.prompt(id, ''), -32602);
  },
  'acp.v1.session.prompt.unrecognized': async (editor) => {
    assert.deepEqual(await editor.prompt(await editor.fresh(), 'flibber the gibbet'), DONE);
    assert.ok(editor.updates.length > 0);
  },
  'acp.v1.session.prompt.structured_blocks': async (editor, { project }) => {
    const uri = pathToFileURL(join(project, 'README.md')).href;
    const prompt = [
      { type: 'text', text: 'what do you know of ' },
      { type: 'resource_link', name: 'README.md', uri },
    ];
    const sessionId = await editor.fresh();
    assert.deepEqual(await editor.agent.request('session/prompt', { sessionId, prompt }), DONE);
  },
  'acp.v1.permissions.read.approved': async (editor) => {
    assert.deepEqual(await editor.prompt(await editor.fresh(), 'read README.md'), DONE);
    assert.ok(textOf(editor).includes('the readme.'));
  },
  'acp.v1.permissions.write.approved': async (editor, { project }) => {
    assert.deepEqual(await editor.prompt(await editor.fresh(), 'write new.txt: hello'), DONE);
    assert.equal(readFileSync(join(project, 'new.txt'), 'utf8').trim(), 'hello');
  },
  'acp.v1.session.prompt.background_completion': async (editor) => {
    const turn = editor.prompt(await editor.fresh(), 'run echo background');
    await sleep(50);
    assert.deepEqual(await turn, DONE);
    assert.ok(textOf(editor).includes('background'));
  },
  'acp.v1.session.cancel.followup_prompt': async (editor) => {
    const id = await editor.fresh();
    await cancelled(editor, id);
    assert.deepEqual(await editor.prompt(id, 'what do you know?'), DONE);
  },
};
