// A server of the Agent Hooks Protocol for tests: one request on stdin, one response on stdout. The first argument
// is what it answers; a text that is no list is printed as it is. What it was told is appended to the file behind it.
import { appendFileSync, readFileSync } from 'node:fs';

const [answer, seen, code = '0'] = process.argv.slice(2);
const line = readFileSync(0, 'utf8');
const { id, method, params } = JSON.parse(line);
appendFileSync(seen, line);
if (method === 'hooks/intercept' && params.protocolVersion === 'draft') {
  const result = { protocolVersion: 'draft', effects: [] };
  const text = answer.startsWith('[')
    ? JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, effects: JSON.parse(answer) } })
    : answer;
  process.stdout.write(`${text}\n`);
}
process.exitCode = Number(code);
