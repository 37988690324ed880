// `npm run conformance [PART ...]`: what Wave speaks, against the public suites. Without a part, all but those that
// need data of others: `ahp --scenarios FILE`, `agent-hooks --vectors DIR`.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Each is a program of its own, which exits 0 if everything that counts passes. */
const PARTS = {
  mcp: './conformance/mcp.mjs',
  acp: './conformance/acp.mjs',
  servers: './conformance/servers.mjs',
};
const WITH_DATA = { ahp: './conformance/ahp.mjs', 'agent-hooks': './conformance/agent-hooks.mjs' };
const ALL = { ...PARTS, ...WITH_DATA };

const asked = process.argv.slice(2).filter((word) => Object.hasOwn(ALL, word));
const names = asked.length > 0 ? asked : Object.keys(PARTS);
const rest = process.argv.slice(2).filter((word) => !asked.includes(word));
for (const name of names) if (!(await passes(ALL[name]))) process.exitCode = 1;

function passes(part) {
  const file = fileURLToPath(new URL(part, import.meta.url));
  const child = spawn(process.execPath, [file, ...rest], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}
