// What the MCP conformance suite runs as a client: an agent of the SDK, as any program would embed it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from '@wavehooks/agent-sdk';
import { callsOf } from './tools.mjs';

const url = process.argv.at(-1);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const home = mkdtempSync(join(tmpdir(), 'wave-conformance-'));

/** The suite's login page sends everybody on at once. */
const mcpLogin = async ({ url: page }) => {
  const answer = await fetch(page, { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
};

const agent = await Agent.create({
  home,
  model: 'practice',
  permissionMode: 'bypassPermissions',
  mcpWaitMs: 20_000,
  mcpServers: { suite: { url, oauth: oauthFor(scenario, context), timeout: 20 } },
  mcpLogin,
  // As somebody who takes every form as it is.
  mcpElicit: async () => ({ action: 'accept' }),
});
try {
  const state = await agent.mcp.ready('suite');
  if (state?.state !== 'ready') throw new Error(state?.reason ?? 'not ready');
  for (const { name, input } of callsOf(scenario, context, agent.mcp.tools())) {
    const called = await agent.mcp.call('suite', name, input);
    if (!called.ok) throw new Error(called.text);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await agent.close();
  rmSync(home, { recursive: true, force: true });
}

/** What a user would write in the settings for each kind of server. */
function oauthFor(name, { client_id, client_secret, private_key_pem }) {
  const grant = name.startsWith('auth/client-credentials') ? { grant: 'client_credentials' } : {};
  return {
    clientIdUrl: 'https://conformance-test.local/client-metadata.json',
    ...(client_id === undefined ? {} : { clientId: client_id }),
    ...(client_secret === undefined ? {} : { clientSecret: client_secret }),
    ...(private_key_pem === undefined ? {} : { privateKey: private_key_pem }),
    ...grant,
  };
}
