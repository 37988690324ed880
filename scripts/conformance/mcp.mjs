// `npm run conformance mcp`: every client scenario of the public MCP suite, against an agent of the SDK.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAside } from '../aside.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The newest suite has the scenarios of every revision; the stable one is what others name. */
const VERSIONS = ['0.2.0-alpha.12', '0.1.16'];
const client = `${process.execPath} ${join(root, 'scripts/conformance/client.mjs')}`;
const only = process.argv.slice(2);

/** Drafts and extensions are shown, and decide nothing. */
const OPTIONAL = /\b(draft|extension)\b/;

for (const version of VERSIONS) if (!(await passes(version))) process.exitCode = 1;

async function passes(version) {
  const aside = installAside(root, `conformance-${version}`, {
    '@modelcontextprotocol/conformance': version,
  });
  const suite = join(aside, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const all = await listed(suite);
  const scenarios = all.filter(({ name }) => only.length === 0 || only.includes(name));
  let failed = 0;
  for (const { name, kind } of scenarios) {
    const { code, output } = await run(suite, ['client', '--command', client, '--scenario', name]);
    const passed = code === 0;
    const counts = !OPTIONAL.test(kind);
    if (!passed && counts) failed++;
    console.log(`${passed ? 'pass' : 'FAIL'}  ${name}  [${kind}]`);
    if (!passed && (counts || only.length > 0)) console.error(output);
  }
  const needed = scenarios.filter(({ kind }) => !OPTIONAL.test(kind)).length;
  console.log(`suite ${version}: ${needed - failed} of ${needed} that count pass`);
  return failed === 0 && needed + only.length > 0;
}

async function listed(suite) {
  const { output } = await run(suite, ['list']);
  // Other lists follow, of what login servers are asked.
  const clients = output.split('Client scenarios')[1]?.split(/^\S/m)[0] ?? '';
  return [...clients.matchAll(/- (\S+) \[([^\]]+)\]/g)].map(([, name, kind]) => ({ name, kind }));
}

function run(suite, args) {
  const child = spawn(process.execPath, [suite, ...args], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
