import { type Agent, type AgentEvent, SessionBusy } from 'wave-agent-sdk';
import type { History } from './editor/history.ts';
import { replacedBy } from './replaced.ts';
import { userShell } from './shell.ts';
import type { Item } from './state/item.ts';
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
  /** What was typed for a prompt that is longer, e.g. `/name arguments`. */
  const short = new Map<string, string>();
  const typedFor = (text: string) => short.get(text) ?? text;
  /** What is on its way to the agent, until that has it. */
  let sending: string | undefined;
  let ending: AbortController | undefined;

  function listen(to: Agent): () => void {
    return to.subscribe((event) => {
      store.dispatch({ is: 'agent', event, now: now() });
      // Only now: a prompt that a hook blocks is kept nowhere.
      if (sending !== undefined && isPrompt(event)) history.add(sending);
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
      sending = typedFor(text);
      const { ended } = await agent.sendMessage(text).finally(() => {
        sending = undefined;
      });
      const kept = agent.messages.slice(before).some(({ from }) => from === 'prompt');
      // A hook kept it from everybody: it is the user's again, and nowhere else.
      if (!kept && ended !== 'failed') fill(typedFor(text));
      short.delete(text);
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
    const typed = text.trim();
    const [, name, args = ''] = /^\/([\w:.-]+)(?:\s+([\s\S]*))?$/.exec(typed) ?? [];
    if (name === undefined) return submit(text);
    if (parts.command(name, args.trim())) history.add(typed);
    else void sendKept(typed, name);
  };

  /** A prompt that is kept in a file, or that an MCP server has. */
  const sendKept = async (typed: string, name: string) => {
    try {
      const kept = await agent.expand(typed);
      if (kept === undefined) throw new Error(`there is no command /${name}; /help lists them`);
      short.set(kept, typed);
      submit(kept);
    } catch (error) {
      fail(error);
      fill(typed);
    }
  };

  const submit = (text: string) => {
    if (busy) return store.dispatch({ is: 'queued', queued: [...store.get().queued, text] });
    if (text.startsWith('!') && text.slice(1).trim() !== '') return bang(text.slice(1).trim());
    void prompt(text);
  };

  /** Each is a prompt of its own: the last is in the box again, the others are behind it. */
  const giveBack = (queued: readonly string[]) => {
    const last = queued.at(-1);
    if (last === undefined) return;
    for (const text of queued.slice(0, -1)) history.remember(text);
    fill(last);
    const others = queued.length - 1;
    if (others > 0)
      show({
        is: 'told',
        tone: 'info',
        text: `Not sent: the last prompt that waited is in the input again; ↑ brings the ${others} before it.`,
      });
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
      giveBack(store.get().queued.map(typedFor));
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

/** Whether the agent has taken a prompt. */
const isPrompt = (event: AgentEvent): boolean =>
  event.is === 'change' && event.change.is === 'added' && event.change.message.from === 'prompt';
