// `npm run smoke -- --provider NAME [--model MODEL]`: a short session with a real model and a real key. About 20
// requests, under a dollar. Says what it proved; exit 1 if something failed, 2 if it could not begin.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  defaultModelOf,
  reachProviders,
  resolveAnyModel,
} from '../packages/agent-sdk/dist/index.js';
import { openSettings } from '../packages/settings/dist/index.js';
import { play } from './smoke/play.mjs';

const { provider, model } = parseArgs({
  options: { provider: { type: 'string' }, model: { type: 'string' } },
}).values;
if (!provider) end(2, 'usage: npm run smoke -- --provider NAME [--model MODEL]');

const { settings } = openSettings({ projectDir: process.cwd() });
const env = { ...process.env, ...settings.env };
const name = await nameOf();
const found = await resolveAnyModel({ env, settings, model: name, practiceWouldDo: false });
if (typeof found === 'string') end(2, found);

const dir = mkdtempSync(join(tmpdir(), 'wave-smoke-'));
try {
  process.exitCode = await play({ dir, model: found, env, say: (line) => console.log(line) });
} finally {
  rmSync(dir, { recursive: true, force: true });
}

/** With only a provider named, its default model. */
async function nameOf() {
  if (model) return model.startsWith(`${provider}/`) ? model : `${provider}/${model}`;
  const known = defaultModelOf(provider, settings.providers);
  if (known) return `${provider}/${known}`;
  const reached = await reachProviders({ env, settings }, AbortSignal.timeout(10_000));
  const [first] = reached.find((one) => one.name === provider)?.models ?? [];
  return first ?? end(2, `Name a model: npm run smoke -- --provider ${provider} --model NAME`);
}

function end(code, text) {
  console.error(text);
  process.exit(code);
}
