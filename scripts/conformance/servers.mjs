// `npm run conformance servers`: real MCP servers from npm, each called by an agent of the SDK with hooks on it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent } from '@wavehooks/agent-sdk';
import { scriptedModel } from '@wavehooks/agent-sdk/testing';
import { installAside } from '../aside.mjs';
import { SERVERS } from './real-servers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_S = 60;
const REASON = 'not a second time';

const versions = SERVERS.map(({ package: spec }) => {
  const at = spec.lastIndexOf('@');
  return [spec.slice(0, at), spec.slice(at + 1)];
});
const aside = installAside(root, 'mcp-servers', Object.fromEntries(versions));
const only = process.argv.slice(2);
const rows = SERVERS.filter(({ name }) => only.length === 0 || only.includes(name));
let failed = 0;
for (const row of rows) {
  try {
    console.log(`pass  ${row.name}: ${await tryServer(row)}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${row.name}`);
    console.error(error.message);
  }
}
console.log(`servers: ${rows.length - failed} of ${rows.length} pass`);
process.exitCode = failed === 0 && rows.length > 0 ? 0 : 1;

/** Two calls: hooks see what the first is given and what came of it, and block the second. */
async function tryServer(row) {
  const dir = mkdtempSync(join(tmpdir(), 'wave-servers-'));
  const workdir = join(dir, 'project');
  mkdirSync(workdir);
  writeFileSync(join(workdir, 'README.md'), 'The readme.\n');
  const tool = `mcp__${row.name.replaceAll(' ', '_')}__${row.tool}`;
  const [before, after] = [[], []];
  const call = { calls: [{ name: tool, input: row.input }] };
  const agent = await Agent.create({
    ...{ workdir, home: join(dir, 'home'), permissionMode: 'bypassPermissions' },
    model: scriptedModel([call, call, 'done']),
    mcpWaitMs: START_S * 1000,
    mcpServers: { [row.name]: specOf(row, dir) },
    hooks: hooksFor(before, after),
  });
  try {
    const state = await agent.mcp.ready(row.name);
    assert.equal(state?.state, 'ready', state?.reason);
    await agent.sendMessage('go');
    const blocks = agent.messages.flatMap((message) => message.blocks);
    const results = blocks.flatMap(({ type, result = '' }) => (type === 'tool' ? [result] : []));
    assert.match(results[0] ?? '', row.prints);
    assert.match(results[1] ?? '', new RegExp(REASON));
    assert.equal(before[0]?.tool_name, tool);
    assert.partialDeepStrictEqual(before[0].tool_input, { ...row.input, ...row.sees });
    assert.equal(after.length, 1);
    return `${agent.mcp.tools().length} tools, ${JSON.stringify(results[0].slice(0, 60))}`;
  } finally {
    await agent.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function specOf({ bin, args = [], env = {} }, dir) {
  const command = join(aside, 'node_modules/.bin', bin);
  const own = { ...env, MEMORY_FILE_PATH: join(dir, 'memory.json') };
  return { command, args, env: own, startTimeout: START_S };
}

function hooksFor(before, after) {
  const onMcp = (run) => [{ matcher: 'mcp__.*', hooks: [{ type: 'function', run }] }];
  return {
    PreToolUse: onMcp((input) => {
      before.push(input);
      return before.length > 1 ? { decision: 'block', reason: REASON } : undefined;
    }),
    PostToolUse: onMcp((input) => void after.push(input)),
  };
}
