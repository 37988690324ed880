import { Readable, Writable } from 'node:stream';
import { type ClientCapabilities, ndJsonStream } from '@agentclientprotocol/sdk';
import { readFlags } from '../agent/open/flags.ts';
import { OPTIONS } from '../agent/open/options.ts';
import { type Command, readArgs, refuseMore } from '../cli/command.ts';
import { inStages } from '../cli/signals.ts';
import { usageOf } from '../cli/usage.ts';
import { openObservers } from '../hooks/event/observe.ts';
import { observeAgent } from '../trace/observe-agent.ts';
import { agentApp } from './serve.ts';
import { createSessions } from './session/sessions.ts';
import { inOrder } from './wire/in-order.ts';

/** Those that hold for every session; an editor chooses the rest. */
const NAMES = [
  'model',
  'effort',
  'permission-mode',
  'allowed-tools',
  'disallowed-tools',
  'settings',
  'mcp-config',
  'add-dir',
  'append-system-prompt',
  'append-system-prompt-file',
  'max-turns',
  'no-hooks',
  'trust-project-hooks',
  'no-project-hooks',
] as const satisfies readonly (keyof typeof OPTIONS)[];

const OWN = Object.fromEntries(NAMES.map((name) => [name, OPTIONS[name]])) as Pick<
  typeof OPTIONS,
  (typeof NAMES)[number]
>;

const USAGE = usageOf({
  forms: ['wave acp [options]'],
  about:
    'The agent for editors: speaks the Agent Client Protocol on stdin and stdout.\nThe editor starts it; "wave help editors" has the settings to paste.',
  options: OWN,
});

/** The largest message that is read: a prompt with its images. */
const MOST_BYTES = 64 * 1024 * 1024;

/** `wave acp`: stdout carries the protocol alone, until the editor goes away. */
export const acp: Command = async (args, io) => {
  refuseMore(readArgs(args, OWN, USAGE).positionals, USAGE);
  const flags = readFlags(args);
  // What some library prints would be a broken message to the editor.
  console.log = console.info = console.debug = console.error;
  const observers = openObservers(io);
  let can: ClientCapabilities = {};
  let practice = false;
  const sessions = createSessions({
    flags,
    cwd: io.cwd,
    practice: () => practice,
    editor: {
      get can() {
        return can;
      },
      request: (method: string, params: unknown, options?: object) =>
        connection.client.request(method, params, options),
      update: (sessionId, update) => {
        connection.client.notify('session/update', { sessionId, update }).catch(() => {});
      },
    },
    telemetry: observers.forAgent,
    onAgent: (agent) => observeAgent(agent, observers),
  });
  const app = agentApp({
    sessions,
    onInitialize: (all) => {
      can = all;
    },
    onPractice: () => {
      practice = true;
    },
  });
  process.stdout.on('error', () => connection.close());
  const connection = app.connect(
    inOrder(
      ndJsonStream(
        Writable.toWeb(process.stdout),
        Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
        { maxMessageBytes: MOST_BYTES },
      ),
    ),
  );
  const wait = new AbortController();
  let code = 0;
  const stages = inStages(
    (exitCode) => {
      code = exitCode;
      connection.close();
    },
    () => wait.abort(),
  );
  await connection.closed;
  stages.past();
  const { reason } = connection.signal;
  if (code === 0 && (reason as Error)?.name === 'MessageTooLargeError') {
    io.err(`wave: ${(reason as Error).message}\n`);
    // Which request it was nobody can tell: it was not read to its end.
    const error = { code: -32600, message: (reason as Error).message };
    io.out(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
    code = 1;
  }
  await sessions.closeAll({ signal: wait.signal });
  await observers.close();
  stages.ignore();
  // A pipe that the editor forgot must not keep it alive.
  process.stdin.destroy();
  return code;
};
