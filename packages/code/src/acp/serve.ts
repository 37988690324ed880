import {
  type AgentApp,
  agent,
  type ClientCapabilities,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk';
import { resolveModel, serverFault } from '@wavehooks/agent-sdk';
import { configOf, modesOf } from './session/config.ts';
import { directory, type Wanted } from './session/open-agent.ts';
import type { Session } from './session/session.ts';
import type { Sessions } from './session/sessions.ts';
import { asRequestError, invalid } from './wire/faults.ts';

declare const WAVE_VERSION: string;

export interface ServeParts {
  readonly sessions: Sessions;
  /** What the editor says that it can do. */
  readonly onInitialize: (can: ClientCapabilities) => void;
  /** The user wants the practice model for want of a key. */
  readonly onPractice: () => void;
}

const SSE = { type: 'sse', url: 'https://server.example/' };

const CAPABILITIES = {
  loadSession: true,
  promptCapabilities: { image: true, audio: false, embeddedContext: true },
  // What Wave's own reader of servers takes is what an editor may send.
  mcpCapabilities: { http: true, sse: serverFault(SSE) === undefined },
  sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
};

/** Nothing is typed into Wave: a key is in the environment, or it is not. */
const AUTH_METHODS = [
  {
    id: 'api-key',
    name: 'API key in the environment',
    description:
      'Start the editor with ANTHROPIC_API_KEY or OPENAI_API_KEY set, or put it into the env of the agent in its settings',
  },
  {
    id: 'practice',
    name: 'Practice model',
    description:
      'Without a key and offline: it knows a few sentences, and runs real tools, hooks and rules',
  },
];

/** THE TABLE of what an editor can ask for. */
export function agentApp({ sessions, onInitialize, onPractice }: ServeParts): AgentApp {
  /** What the editor is told of a session comes behind the answer that names it. */
  const opened = (session: Session) => {
    setTimeout(session.begin, 0);
    const { agent: own } = session;
    return { modes: modesOf(own), configOptions: configOf(own) };
  };
  return agent({ name: 'wave' })
    .onRequest('initialize', ({ params }) => {
      onInitialize(params.clientCapabilities ?? {});
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentCapabilities: CAPABILITIES,
        authMethods: AUTH_METHODS,
        agentInfo: { name: 'wave', title: 'Wave', version: WAVE_VERSION },
      };
    })
    .onRequest('authenticate', ({ params: { methodId } }) => {
      if (methodId === 'practice') onPractice();
      else if (methodId !== 'api-key') throw invalid(`there is no method "${methodId}"`);
      else {
        const found = resolveModel({ env: process.env, practiceWouldDo: false });
        if (typeof found === 'string') throw RequestError.authRequired(undefined, found);
      }
      return {};
    })
    .onRequest('session/new', async ({ params }) => {
      const session = await sessions.open(wantedOf(params));
      return { sessionId: session.agent.sessionId, ...opened(session) };
    })
    .onRequest('session/load', async ({ params }) => {
      const session = await sessions.open({ ...wantedOf(params), resume: params.sessionId });
      session.replay();
      return opened(session);
    })
    .onRequest('session/resume', async ({ params }) =>
      opened(await sessions.open({ ...wantedOf(params), resume: params.sessionId })),
    )
    .onRequest('session/list', ({ params: { cwd, cursor } }) =>
      sessions.list(cwd == null ? undefined : directory(cwd, 'cwd'), cursor ?? undefined),
    )
    .onRequest('session/close', async ({ params }) => {
      await sessions.close(params.sessionId);
      return {};
    })
    .onRequest('session/delete', ({ params }) => {
      try {
        sessions.delete(params.sessionId);
        return {};
      } catch (error) {
        throw asRequestError(error);
      }
    })
    .onRequest('session/set_mode', ({ params: { sessionId, modeId } }) => {
      sessions.at(sessionId).choose('mode', modeId);
      return {};
    })
    .onRequest('session/set_config_option', ({ params: { sessionId, configId, value } }) => {
      const session = sessions.at(sessionId);
      session.choose(configId, String(value));
      return { configOptions: configOf(session.agent) };
    })
    .onRequest('session/prompt', ({ params, signal }) =>
      sessions.at(params.sessionId).prompt(params.prompt, signal),
    )
    .onNotification('session/cancel', ({ params }) => sessions.at(params.sessionId).cancel());
}

function wantedOf(params: {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: Wanted['mcpServers'];
}): Wanted {
  return {
    cwd: directory(params.cwd, 'cwd'),
    directories: (params.additionalDirectories ?? []).map((path, at) =>
      directory(path, `additionalDirectories[${at}]`),
    ),
    mcpServers: params.mcpServers ?? [],
  };
}
