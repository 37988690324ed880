import type {
  CreateTerminalResponse,
  TerminalOutputResponse,
  WaitForTerminalExitResponse,
} from '@agentclientprotocol/sdk';
import type { TerminalOrder, Terminals } from '@wavehooks/agent-sdk';
import { callId } from '../translate/tool-call.ts';
import { codeOf, NO_METHOD, refusal, soon } from '../wire/asking.ts';
import type { Editor } from '../wire/editor.ts';

/** Shows the terminal of a call. */
export type ShowTerminal = (call: string, terminalId: string) => void;

/** The editor's terminals, where it offers them. */
export function editorTerminals(editor: Editor, show: ShowTerminal): { terminals?: Terminals } {
  if (editor.can.terminal !== true) return {};
  return {
    terminals: {
      run: async (order) => {
        const id = await created(editor, order);
        if (id === undefined) return undefined;
        if (order.call !== undefined) show(callId(order.call, order.agent), id);
        try {
          return await toItsEnd(editor, id, order.signal);
        } catch (error) {
          throw refusal(error);
        } finally {
          void tell(editor, 'terminal/release', id);
        }
      },
    },
  };
}

/** Not waited for any longer, it must not run on unseen: whenever it comes, it is ended. */
async function created(editor: Editor, order: TerminalOrder): Promise<string | undefined> {
  const { file: command, args, cwd, env, maxBytes } = order;
  const made: Promise<CreateTerminalResponse> = editor.request('terminal/create', {
    sessionId: editor.session,
    command,
    args: [...args],
    cwd,
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
    outputByteLimit: maxBytes,
  });
  const late = Promise.withResolvers<undefined>();
  const { cancellationSignal } = soon();
  cancellationSignal.addEventListener('abort', () => late.resolve(undefined));
  try {
    const first = await Promise.race([made, late.promise]);
    if (first) return first.terminalId;
  } catch (error) {
    if (codeOf(error) === NO_METHOD) return undefined;
    throw refusal(error);
  }
  void made.then(
    ({ terminalId }) => tell(editor, 'terminal/release', terminalId),
    () => {},
  );
  throw refusal({ code: 'late', message: 'it opened no terminal in time' });
}

async function toItsEnd(editor: Editor, id: string, signal: AbortSignal) {
  const about = { sessionId: editor.session, terminalId: id };
  const exit: Promise<WaitForTerminalExitResponse> = editor.request(
    'terminal/wait_for_exit',
    about,
    { cancellationSignal: signal, stopWaitingOnCancel: true },
  );
  const { exitCode, signal: by } = await exit.catch(
    async (error): Promise<WaitForTerminalExitResponse> => {
      if (!signal.aborted) throw error;
      await tell(editor, 'terminal/kill', id);
      return {};
    },
  );
  const { output }: TerminalOutputResponse = await editor.request('terminal/output', about, soon());
  return {
    output,
    ...(exitCode == null ? {} : { code: exitCode }),
    ...(by == null ? {} : { signal: by }),
  };
}

/** Whatever it answers: there is nothing more that could be done. */
const tell = (
  { request, session }: Editor,
  method: 'terminal/kill' | 'terminal/release',
  terminalId: string,
): Promise<unknown> => request(method, { sessionId: session, terminalId }, soon()).catch(() => {});
