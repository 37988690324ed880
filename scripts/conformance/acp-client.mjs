// An editor for the cases: the client side of the protocol's own SDK, with a `wave acp` of its own at the other end.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';

/** A home and a project that nobody else has. */
export function makePlace() {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'wave-acp-')));
  const [home, project] = [join(dir, 'home'), join(dir, 'project')];
  for (const one of [home, project]) mkdirSync(one);
  writeFileSync(join(project, 'README.md'), 'The readme.\n');
  return { home, project, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** `approves`: whether questions and files of the editor are granted. */
export async function openClient(command, place, approves = true) {
  const child = spawn(command[0], command.slice(1), {
    cwd: place.project,
    env: { ...process.env, HOME: place.home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const updates = [];
  const opened = new Set();
  const guarded = (act) => (request) => {
    // As editors do: a file is given to a session that they opened.
    if (!opened.has(request.params.sessionId)) throw RequestError.invalidParams();
    if (!approves) throw new RequestError(-32001, 'Permission denied by the editor');
    return act(request.params);
  };
  const app = client({ name: 'conformance' })
    .onNotification('session/update', ({ params }) => void updates.push(params))
    .onRequest('session/request_permission', ({ params: { options } }) => {
      const wanted = approves ? 'allow_once' : 'reject_once';
      const option = options.find(({ kind }) => kind === wanted);
      return { outcome: { outcome: 'selected', optionId: option.optionId } };
    })
    .onRequest(
      'fs/read_text_file',
      guarded(({ path }) => ({ content: readFileSync(path, 'utf8') })),
    )
    .onRequest(
      'fs/write_text_file',
      guarded(({ path, content }) => {
        writeFileSync(path, content);
        return {};
      }),
    );
  const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  const connection = app.connect(stream);
  const { agent } = connection;
  const initialized = await agent.request('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
  });
  return {
    agent,
    initialized,
    updates,
    fresh: async (cwd = place.project) => {
      const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
      opened.add(sessionId);
      return sessionId;
    },
    prompt: (sessionId, text) =>
      agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    end: async () => {
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(late);
      connection.close();
    },
  };
}
