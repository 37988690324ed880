import {
  type Agent,
  type ConfirmAnswer,
  type ConfirmRequest,
  type Question,
  SessionBusy,
} from 'wave-agent-sdk';
import type { History } from './editor/history.ts';
import { replacedBy } from './replaced.ts';
import { userShell } from './shell.ts';
import type { Item } from './state/item.ts';
import type { Dialog } from './state/state.ts';
import type { Store } from './state/store.ts';

/** What the user can do to the conversation, and what the agent asks of the user. */
export interface Controller {
  readonly store: Store;
  readonly agent: Agent;
  readonly history: History;
  /** A prompt, a `/command`, or a `!command` of the shell. */
  send(text: string): void;
  /** Ends the turn under way; what was queued goes back to the user. */
  interrupt(): void;
  show(...items: Item[]): void;
  /** Does something long that `interrupt` ends. */
  busy(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Puts a text into the input box. */
  fill(text: string): void;
  /** Replaces the agent: another session, with what it has said so far. */
  change(open: () => Promise<Agent>): Promise<void>;
  /** Calls `listener` with a text that belongs back into the input box. */
  onFill(listener: (text: string) => void): () => void;
  close(): Promise<void>;
}

export interface ControllerParts {
  readonly store: Store;
  readonly history: History;
  readonly now: () => number;
  /** Runs a command of the screen; false where there is none of that name. */
  readonly command: (name: string, args: string) => boolean;
}

export function createController(first: Agent, parts: ControllerParts): Controller {
  const { store, history, now } = parts;
  const fills = new Set<(text: string) => void>();
  let agent = first;
  let leave = listen(first);
  let busy = false;
  /** Prompts whose short form is in the history already. */
  const expanded = new Set<string>();
  let ending: AbortController | undefined;

  function listen(to: Agent): () => void {
    return to.subscribe((event) => {
      store.dispatch({ is: 'agent', event, now: now() });
      const replaced = replacedBy(event, store.get().open);
      if (replaced) store.dispatch({ is: 'replaces', ...replaced });
    });
  }
  const show = (...items: Item[]) => store.dispatch({ is: 'show', items });
  // Later, so that the key that led to it has had its own effect on the box before.
  const fill = (text: string) =>
    queueMicrotask(() => {
      for (const listener of fills) listener(text);
    });
  const fail = (error: unknown) =>
    show({
      is: 'told',
      tone: 'error',
      text: error instanceof Error ? error.message : String(error),
    });

  const work = async (job: () => Promise<void>) => {
    busy = true;
    try {
      await job();
    } catch (error) {
      fail(error);
    }
    busy = false;
    const [next, ...rest] = store.get().queued;
    if (next === undefined) return;
    store.dispatch({ is: 'queued', queued: rest });
    submit(next);
  };

  const prompt = (text: string) =>
    work(async () => {
      const before = agent.messages.length;
      store.dispatch({ is: 'sent', now: now() });
      const { ended } = await agent.sendMessage(text);
      const kept = agent.messages.slice(before).some(({ from }) => from === 'prompt');
      // A hook kept it from everybody: it is the user's again, and nowhere else.
      const short = expanded.delete(text);
      if (kept && !short) history.add(text);
      if (!kept && ended !== 'failed') fill(text);
      if (ended === 'aborted') show({ is: 'told', tone: 'info', text: 'You ended the turn.' });
    });

  const longWork = (what: string, job: (signal: AbortSignal) => Promise<void>) =>
    work(async () => {
      const own = new AbortController();
      ending = own;
      store.dispatch({ is: 'sent', now: now(), what });
      try {
        await job(own.signal);
      } finally {
        ending = undefined;
        store.dispatch({ is: 'rest' });
      }
    });

  const bang = (command: string) => {
    history.add(`!${command}`);
    void longWork(command, async (signal) => {
      const { item, note } = await userShell(command, agent, signal);
      show(item);
      agent.note(note);
    });
  };

  const send = (text: string) => {
    const [, name, args = ''] = /^\/([\w:.-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
    if (name !== undefined) {
      history.add(text.trim());
      if (!parts.command(name, args.trim())) void sendKept(text, name);
      return;
    }
    submit(text);
  };

  /** A prompt that is kept in a file, or that an MCP server has. */
  const sendKept = async (text: string, name: string) => {
    try {
      const kept = await agent.expand(text);
      if (kept !== undefined) {
        expanded.add(kept);
        return submit(kept);
      }
      fail(new Error(`there is no command /${name}; /help lists them`));
    } catch (error) {
      fail(error);
    }
  };

  const submit = (text: string) => {
    if (busy) return store.dispatch({ is: 'queued', queued: [...store.get().queued, text] });
    if (text.startsWith('!') && text.slice(1).trim() !== '') return bang(text.slice(1).trim());
    void prompt(text);
  };

  return {
    store,
    history,
    get agent() {
      return agent;
    },
    send,
    show,
    fill,
    busy: longWork,
    interrupt: () => {
      const { queued } = store.get();
      if (queued.length > 0) fill(queued.join('\n'));
      store.dispatch({ is: 'queued', queued: [] });
      ending?.abort();
      agent.abort();
    },
    change: async (open) => {
      try {
        const next = await open();
        leave();
        await agent.close();
        agent = next;
        leave = listen(next);
      } catch (error) {
        fail(error instanceof SessionBusy ? `${error.message}; it stays where it is` : error);
      }
    },
    onFill: (listener) => {
      fills.add(listener);
      return () => void fills.delete(listener);
    },
    close: async () => {
      leave();
      store.close();
      await agent.close();
    },
  };
}

/** The agent's questions wait in the store until the user has answered. */
export const asksThrough = (store: Store) => ({
  confirm: (request: ConfirmRequest) =>
    asked<ConfirmAnswer>(store, request.signal, (answer) => ({ is: 'confirm', request, answer })),
  ask: async (questions: readonly Question[], { signal }: { signal: AbortSignal }) => {
    const answers = await asked<Readonly<Record<string, string>> | undefined>(
      store,
      signal,
      (answer) => ({ is: 'questions', questions, answer }),
    );
    if (answers === undefined) throw new Error('the user declined to answer');
    return answers;
  },
});

function asked<T>(
  store: Store,
  signal: AbortSignal,
  make: (answer: (value: T) => void) => Dialog,
): Promise<T> {
  return new Promise((resolve) => {
    const take = () => store.dispatch({ is: 'answered', dialog });
    const dialog = make((value) => {
      signal.removeEventListener('abort', take);
      take();
      resolve(value);
    });
    // Nobody waits for the answer of a turn that was ended.
    signal.addEventListener('abort', take, { once: true });
    store.dispatch({ is: 'ask', dialog });
  });
}
