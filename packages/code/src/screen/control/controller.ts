import { type Agent, type AgentEvent, type CloseOptions, SessionBusy } from 'wave-agent-sdk';
import type { History } from '../editor/history.ts';
import { replacedBy } from '../machine/replaced.ts';
import { userShell } from '../machine/shell.ts';
import type { Item } from '../state/item.ts';
import type { Store } from '../state/store.ts';
import { commandIn, isKnown } from './typed.ts';

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
  /** Replaces the agent: another session. `opened` runs before anything is sent to it. */
  change(how: Change, open: () => Promise<Agent>, opened: () => void): Promise<void>;
  /** Calls `listener` with a text that belongs back into the input box. */
  onFill(listener: (text: string) => void): () => void;
  /** Ends the session; the signal ends the wait for its hooks. */
  close(options: CloseOptions): Promise<void>;
}

/** Why another session takes the place of this one, as its hooks hear it. */
export type Change = 'clear' | 'resume';

const CHANGES: Record<Change, string> = {
  clear: 'beginning a new conversation',
  resume: 'opening the session',
};

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
  /** How much is under way: one thing may begin while the last of another ends. */
  let jobs = 0;
  let changing: Promise<void> | undefined;
  let isLeft = false;
  /** What is on its way to the agent, until that has it. */
  let sending: string | undefined;
  let ending: AbortController | undefined;

  function listen(to: Agent): () => void {
    return to.subscribe((event) => {
      store.dispatch({ is: 'agent', event, now: now() });
      // What a hook took out of it is kept nowhere.
      if (event.is === 'prompt') sending = event.sent;
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
    jobs++;
    try {
      await job();
    } catch (error) {
      fail(error);
    }
    jobs--;
    const [next, ...rest] = store.get().queued;
    if (next === undefined || jobs > 0 || isLeft) return;
    store.dispatch({ is: 'queued', queued: rest });
    submit(next);
  };

  /** `typed` is what the user gets back where it goes nowhere. */
  const prompt = async (text: string, typed: string) => {
    const before = agent.messages.length;
    const isKept = () => agent.messages.slice(before).some(({ from }) => from === 'prompt');
    store.dispatch({ is: 'sent', now: now() });
    sending = typed;
    try {
      const { ended } = await agent.sendMessage(text);
      // A hook kept it from everybody: it is the user's again, and nowhere else.
      if (!isKept() && ended !== 'failed') fill(typed);
      if (ended === 'aborted') show({ is: 'told', tone: 'info', text: 'You ended the turn.' });
    } catch (error) {
      if (!isKept()) fill(typed);
      store.dispatch({ is: 'rest' });
      throw error;
    } finally {
      sending = undefined;
    }
  };

  const interruptible = async <T>(
    what: string,
    job: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const own = new AbortController();
    ending = own;
    store.dispatch({ is: 'sent', now: now(), what });
    try {
      return await job(own.signal);
    } finally {
      ending = undefined;
      store.dispatch({ is: 'rest' });
    }
  };

  const longWork = (what: string, job: (signal: AbortSignal) => Promise<void>) =>
    work(() => interruptible(what, job));

  const bang = (command: string) => {
    history.add(`!${command}`);
    void longWork(command, async (signal) => {
      const { item, ran, note } = await userShell(command, agent, signal);
      show(item);
      const output = await agent.ran(ran, { signal });
      if (output !== ran.output)
        show({ is: 'told', tone: 'info', text: 'Hooks changed what the agent reads of it.' });
      agent.note(note(output));
    });
  };

  const send = (text: string) => {
    const typed = text.trim();
    const { name, args } = commandIn(typed) ?? {};
    if (name === undefined) return submit(text);
    if (parts.command(name, args ?? '')) history.add(typed);
    else if (isKnown(name, agent)) submit(typed);
    else void refuse(typed, name);
  };

  /** Told at once, also while the agent is at work. */
  const refuse = async (typed: string, name: string) => {
    try {
      await agent.expand(typed);
      throw new Error(`there is no command /${name}; /help lists them`);
    } catch (error) {
      fail(error);
      fill(typed);
    }
  };

  /** A prompt that is kept in a file, or that an MCP server has: the server may take its time. */
  const keptPrompt = async (typed: string, name: string) => {
    const kept = await interruptible(`waiting for /${name}`, async (signal) => {
      try {
        const text = await agent.expand(typed, { signal });
        if (text === undefined) throw new Error(`there is no command /${name}; /help lists them`);
        if (!signal.aborted) return text;
      } catch (error) {
        if (!signal.aborted) fail(error);
      }
      if (signal.aborted) show({ is: 'told', tone: 'info', text: 'Nothing was sent.' });
      fill(typed);
      return undefined;
    });
    if (kept !== undefined) await prompt(kept, typed);
  };

  const submit = (text: string) => {
    if (jobs > 0) return store.dispatch({ is: 'queued', queued: [...store.get().queued, text] });
    if (text.startsWith('!') && text.slice(1).trim() !== '') return bang(text.slice(1).trim());
    const name = commandIn(text)?.name;
    void work(() => (name === undefined ? prompt(text, text) : keptPrompt(text, name)));
  };

  const replace = async (how: Change, open: () => Promise<Agent>) => {
    const next = await open();
    leave();
    await agent.close({ reason: how });
    agent = next;
    leave = listen(next);
    next.start(how);
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
      giveBack(store.get().queued);
      store.dispatch({ is: 'queued', queued: [] });
      ending?.abort();
      agent.abort();
    },
    change: (how, open, opened) => {
      // What is typed meanwhile is for the agent that comes.
      changing = longWork(CHANGES[how], async () => {
        try {
          await replace(how, open);
        } catch (error) {
          return fail(
            error instanceof SessionBusy ? `${error.message}; it stays where it is` : error,
          );
        }
        // The terminal is somebody else's again.
        if (!isLeft) opened();
      });
      return changing;
    },
    onFill: (listener) => {
      fills.add(listener);
      return () => void fills.delete(listener);
    },
    close: async (options) => {
      isLeft = true;
      leave();
      store.close();
      await changing;
      await agent.close(options);
    },
  };
}

/** Whether the agent has taken a prompt. */
const isPrompt = (event: AgentEvent): boolean =>
  event.is === 'change' && event.change.is === 'added' && event.change.message.from === 'prompt';
