// A registry for packages that nobody has published yet: takes what `npm publish` sends, in memory, and gives it out
// again. It knows nothing but those packages, so a project asks it for our scope only. Started as a program, on
// 127.0.0.1; it says its address on stdout, and ends with its parent's pipe.
import { createServer } from 'node:http';

/** Some package managers wait a day or more before they take a version. */
const PUBLISHED = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString();

const packages = new Map();
const tarballs = new Map();

const server = createServer(async (request, response) => {
  const path = decodeURIComponent(new URL(request.url, address()).pathname).slice(1);
  const answer = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (request.method === 'PUT') {
    publish(path, JSON.parse(await textOf(request)));
    return answer(201, { ok: true });
  }
  if (tarballs.has(path)) return response.end(tarballs.get(path));
  if (packages.has(path)) return answer(200, packages.get(path));
  return answer(404, { error: `there is no ${path}` });
});

const address = () => `http://127.0.0.1:${server.address().port}/`;

/** As a registry does: the tarballs apart, and in each version where its tarball is. */
function publish(name, { _attachments, versions, ...sent }) {
  for (const [file, { data }] of Object.entries(_attachments))
    tarballs.set(`${name}/-/${file}`, Buffer.from(data, 'base64'));
  const placed = Object.entries(versions).map(([version, manifest]) => {
    const [file] = Object.keys(_attachments);
    const dist = { ...manifest.dist, tarball: `${address()}${name}/-/${file}` };
    return [version, { ...manifest, dist }];
  });
  const times = placed.map(([version]) => [version, PUBLISHED]);
  packages.set(name, {
    ...sent,
    name,
    versions: Object.fromEntries(placed),
    time: { created: PUBLISHED, modified: PUBLISHED, ...Object.fromEntries(times) },
  });
}

async function textOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

server.listen(0, '127.0.0.1', () => console.log(address()));
process.stdin.resume().on('end', () => process.exit(0));
