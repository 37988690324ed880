// A backend written from the protocol alone: it answers each request with what the scenario of that id says, over
// stdio (`ahp-backend.mjs FILE`) or HTTP (`ahp-backend.mjs FILE http`, which prints its port).
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const { scenarios } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const answers = new Map(scenarios.map(({ id, response }) => [id, JSON.stringify(response)]));
const answer = (text) => answers.get(JSON.parse(text).id) ?? '';

if (process.argv[3] === 'http') {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer(text));
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
} else createInterface({ input: process.stdin }).on('line', (line) => console.log(answer(line)));
