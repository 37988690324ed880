import '../../../../test/built.ts';
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import {
  type ClientCapabilities,
  type ClientConnection,
  type ClientContext,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import type { Reply } from '../../../agent-sdk/test/wire/reply.ts';
import {
  startWire,
  type WireRequest,
  type WireServer,
} from '../../../agent-sdk/test/wire/server.ts';
import { type Place, place, WAVE } from '../helpers.ts';
import type { TestTerminals } from './terminals.ts';

export interface EditorOptions {
  readonly can?: ClientCapabilities;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A place and a model of an editor before. */
  readonly at?: Pick<TestEditor, 'where' | 'server'>;
  readonly script?: readonly (Reply | ((request: WireRequest) => Reply))[];
  readonly buffers?: Record<string, string>;
  readonly permit?: (
    request: RequestPermissionRequest,
    signal: AbortSignal,
  ) => RequestPermissionResponse | Promise<RequestPermissionResponse>;
  readonly elicit?: (request: CreateElicitationRequest) => CreateElicitationResponse;
  /** Terminals that it offers. */
  readonly terminals?: TestTerminals;
  /** Answers to `fs/*` in place of the buffers. */
  readonly fsFault?: RequestError;
}

/** An editor of the SDK's own making, with a real `wave acp` at its other end. */
export interface TestEditor {
  readonly where: Place;
  readonly server: WireServer;
  readonly agent: ClientContext;
  readonly connection: ClientConnection;
  /** Everything that came, each with its session. */
  readonly updates: (SessionUpdate & { session: string })[];
  readonly asked: RequestPermissionRequest[];
  readonly fs: string[];
  /** The sessions that files were asked for in. */
  readonly fsSessions: Set<string>;
  readonly pid: number;
  /** What it printed that is not the protocol's. */
  stderr(): string;
  /** All that came on stdout, as lines. */
  lines(): string[];
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  of<K extends SessionUpdate['sessionUpdate']>(
    kind: K,
  ): Extract<SessionUpdate, { sessionUpdate: K }>[];
  /** What the agent said, in one text. */
  said(): string;
  prompt(sessionId: string, text: string): ReturnType<ClientContext['request']>;
  fresh(more?: object): Promise<string>;
  leave(): void;
}

export const allow = (optionId: string): RequestPermissionResponse => ({
  outcome: { outcome: 'selected', optionId },
});

export async function openEditor(options: EditorOptions = {}): Promise<TestEditor> {
  const where = options.at?.where ?? place();
  const server = options.at?.server ?? (await startWire());
  if (!options.at) onTestFinished(() => server.close());
  server.script(...(options.script ?? []));
  const child = spawn(process.execPath, [WAVE, 'acp', ...(options.args ?? [])], {
    cwd: where.project,
    env: { ...process.env, HOME: where.home, ...server.env('anthropic'), ...options.env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => {
    out += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    err += bytes.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const updates: TestEditor['updates'] = [];
  const asked: RequestPermissionRequest[] = [];
  const fs: string[] = [];
  const fsSessions = new Set<string>();
  const { buffers = {} } = options;
  const app = client({ name: 'test' })
    .onNotification('session/update', ({ params }) => {
      updates.push({ ...params.update, session: params.sessionId });
    })
    .onRequest('session/request_permission', ({ params, signal }) => {
      asked.push(params);
      return options.permit?.(params, signal) ?? allow('once');
    })
    .onRequest(
      'elicitation/create',
      ({ params }) => options.elicit?.(params) ?? { action: 'cancel' },
    )
    .onRequest('fs/read_text_file', ({ params: { path, sessionId } }) => {
      fs.push(`read ${path}`);
      fsSessions.add(sessionId);
      if (options.fsFault) throw options.fsFault;
      const content = buffers[path];
      if (content === undefined) throw RequestError.resourceNotFound(path);
      return { content };
    })
    .onRequest('fs/write_text_file', ({ params: { path, content, sessionId } }) => {
      fs.push(`write ${path}`);
      fsSessions.add(sessionId);
      if (options.fsFault) throw options.fsFault;
      buffers[path] = content;
      return {};
    });
  options.terminals?.serve(app);
  const connection = app.connect(
    ndJsonStream(
      Writable.toWeb(child.stdin),
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    ),
  );
  const { agent } = connection;
  await agent.request('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { ...(options.terminals ? { terminal: true } : {}), ...options.can },
  });
  const of: TestEditor['of'] = (kind) =>
    updates.filter((one) => one.sessionUpdate === kind) as never;
  return {
    where,
    server,
    agent,
    connection,
    updates,
    asked,
    fs,
    fsSessions,
    pid: child.pid ?? 0,
    stderr: () => err,
    lines: () => out.split('\n').filter(Boolean),
    ended,
    of,
    said: () =>
      of('agent_message_chunk')
        .map(({ content }) => (content.type === 'text' ? content.text : ''))
        .join(''),
    prompt: (sessionId, text) =>
      agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    fresh: async (more = {}) =>
      (await agent.request('session/new', { cwd: where.project, mcpServers: [], ...more }))
        .sessionId,
    leave: () => child.stdin.end(),
  };
}
