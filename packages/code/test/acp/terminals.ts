import { type ClientApp, type CreateTerminalRequest, RequestError } from '@agentclientprotocol/sdk';
import { type IPty, spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';

/** Terminals of an editor: real ones. */
export interface TestTerminals {
  readonly created: CreateTerminalRequest[];
  /** What was asked of them, in order. */
  readonly asked: string[];
  serve(app: ClientApp): void;
}

interface Open {
  readonly pty: IPty;
  output: string;
  readonly ended: Promise<{ exitCode: number; signal: string | null }>;
}

export interface TerminalsOptions {
  /** What its own environment has beside ours. */
  readonly env?: Readonly<Record<string, string>>;
  /** Answers to terminal/create in place of a terminal. */
  readonly fault?: RequestError;
}

export function testTerminals({ env = {}, fault }: TerminalsOptions = {}): TestTerminals {
  const open = new Map<string, Open>();
  const created: CreateTerminalRequest[] = [];
  const asked: string[] = [];
  const at = (id: string): Open => {
    const one = open.get(id);
    if (!one) throw RequestError.resourceNotFound(id);
    return one;
  };
  const start = ({
    command,
    args = [],
    cwd,
    env: more = [],
    outputByteLimit,
  }: CreateTerminalRequest) => {
    const own = Object.fromEntries(more.map(({ name, value }) => [name, value]));
    const pty = spawn(command, [...args], {
      cwd: cwd ?? process.cwd(),
      env: { ...process.env, ...env, ...own },
    });
    onTestFinished(() => {
      try {
        process.kill(-pty.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    });
    const ended = new Promise<{ exitCode: number; signal: string | null }>((resolve) =>
      pty.onExit(({ exitCode, signal }) =>
        resolve({ exitCode, signal: signal ? `SIG${signal}` : null }),
      ),
    );
    const one: Open = { pty, output: '', ended };
    pty.onData((data) => {
      one.output = (one.output + data).slice(-(outputByteLimit ?? Number.POSITIVE_INFINITY));
    });
    return one;
  };
  return {
    created,
    asked,
    serve: (app) =>
      void app
        .onRequest('terminal/create', ({ params }) => {
          asked.push('create');
          created.push(params);
          if (fault) throw fault;
          const terminalId = `terminal ${created.length}`;
          open.set(terminalId, start(params));
          return { terminalId };
        })
        .onRequest('terminal/wait_for_exit', ({ params: { terminalId } }) => at(terminalId).ended)
        .onRequest('terminal/output', ({ params: { terminalId } }) => ({
          output: at(terminalId).output,
          truncated: false,
        }))
        .onRequest('terminal/kill', async ({ params: { terminalId } }) => {
          asked.push('kill');
          at(terminalId).pty.kill('SIGKILL');
          await at(terminalId).ended;
          return {};
        })
        .onRequest('terminal/release', ({ params: { terminalId } }) => {
          asked.push('release');
          at(terminalId);
          open.delete(terminalId);
          return {};
        }),
  };
}
