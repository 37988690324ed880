import { type Agent, type CloseOptions, SessionBusy } from '@wavehooks/agent-sdk';
import type { History } from '../editor/history.ts';
import { editIn } from '../machine/edits.ts';
import { createImages, type Images } from '../machine/images.ts';
import type { Item } from '../state/item.ts';
import type { Store } from '../state/store.ts';
import { giveBack } from './give-back.ts';
import { type Later, watchIdle } from './idle.ts';
import { createJobs } from './jobs.ts';
import { keptPrompt, refuse } from './kept-prompt.ts';
import { createListeners } from './listeners.ts';
import { onItsWay } from './on-its-way.ts';
import { ownCommand } from './own-command.ts';
import { type Change, createSessions } from './sessions.ts';
import { commandIn, isKnown } from './typed.ts';
import { createWaiting } from './waiting.ts';

/** What the user can do to the conversation, and what the agent asks of the user. */
export interface Controller {
  readonly store: Store;
  readonly agent: Agent;
  readonly history: History;
  /** Images that stand in the input as marks. */
  readonly images: Images;
  /** A prompt, a `/command`, or a `!command` of the shell. */
  send(text: string): void;
  /** Ends the turn under way; what was queued goes back to the user. */
  interrupt(): void;
  /** Takes a queued prompt back; undefined, and told, where the agent has it already. */
  takeBack(id: number): string | undefined;
  show(...items: Item[]): void;
  /** Does something long that `interrupt` ends. */
  busy(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Puts a text into the input box. */
  fill(text: string): void;
  /** Replaces the agent: another session. `opened` runs before anything is sent to it. */
  change(how: Change, open: () => Promise<Agent>, opened: () => void): Promise<void>;
  /** Calls `listener` with a text that belongs back into the input box. */
  onFill(listener: (text: string) => void): () => void;
  /** Calls `listener` with what was typed, where hooks made something else of it: only that is kept. */
  onRewritten(listener: (typed: string, sent: string) => void): () => void;
  /** A key was struck: somebody is there. */
  stir(): void;
  /** Ends the session; the signal ends the wait for its hooks. */
  close(options: CloseOptions): Promise<void>;
}

const CHANGES: Record<Change, string> = {
  clear: 'beginning a new conversation',
  resume: 'opening the session',
};

export interface ControllerParts {
  readonly store: Store;
  readonly history: History;
  readonly now: () => number;
  /** Does something later; returns how to keep it from that. */
  readonly later: Later;
  /** Runs a command of the screen; false where there is none of that name. */
  readonly command: (name: string, args: string) => boolean;
  /** The names of those commands. */
  readonly commands: readonly string[];
}

export function createController(first: Agent, parts: ControllerParts): Controller {
  const { store, history, now } = parts;
  const images = createImages(() => sessions.agent.projectDir);
  const fills = createListeners<[text: string]>();
  const rewrites = createListeners<[typed: string, sent: string]>();
  const way = onItsWay(history, rewrites.tell);
  const sessions = createSessions(first, {
    store,
    now,
    hear: (event, from) => {
      way.hear(event);
      if (event.is === 'woken') void work(() => woken(from));
      const edit = editIn(event, store.get().open, from.cwd);
      if (edit) store.dispatch(edit);
    },
  });
  let changing: Promise<void> | undefined;

  const idle = watchIdle({
    store,
    later: parts.later,
    call: () => sessions.agent.notify('idle_prompt', 'Wave waits for your next prompt'),
  });
  const show = (...items: Item[]) => store.dispatch({ is: 'show', items });
  // Later, so that the key that led to it has had its own effect on the box before.
  const fill = (text: string) => queueMicrotask(() => fills.tell(text));
  const fail = (error: unknown) =>
    show({
      is: 'told',
      tone: 'error',
      text: error instanceof Error ? error.message : String(error),
    });

  const waiting = createWaiting({
    images: images.in,
    store,
    agent: () => sessions.agent,
    onBlocked: (text) => {
      store.dispatch({ is: 'unsent' });
      fill(text);
    },
  });

  const { work, interruptible, ...jobs } = createJobs({
    store,
    now,
    fail,
    onRest: () => {
      const next = sessions.isLeft ? undefined : waiting.next();
      if (next !== undefined) submit(next);
    },
  });

  /** `typed` is what the user gets back where it goes nowhere. */
  const prompt = async (text: string, typed: string) => {
    const { agent } = sessions;
    const before = agent.messages.length;
    const isKept = () => agent.messages.slice(before).some(({ from }) => from === 'prompt');
    store.dispatch({ is: 'sent', now: now() });
    way.begin(typed);
    try {
      const turn = agent.sendMessage(text, { images: images.in(text) });
      waiting.offer();
      const { ended } = await turn;
      // A hook kept it from everybody: it is the user's again, and nowhere else.
      if (!isKept() && ended !== 'failed') fill(typed);
      if (ended === 'aborted')
        show({ is: 'told', tone: 'info', text: 'Interrupted. What should Wave do instead?' });
    } catch (error) {
      if (!isKept()) fill(typed);
      store.dispatch({ is: 'rest' });
      throw error;
    } finally {
      way.end();
    }
  };

  /** A hook has the agent go on: what is typed meanwhile waits, as in a turn of the user's. */
  const woken = async (by: Agent) => {
    store.dispatch({ is: 'sent', now: now() });
    waiting.offer();
    await by.rest();
  };

  const longWork = (what: string, job: (signal: AbortSignal) => Promise<void>) =>
    work(() => interruptible(what, job));

  const bang = (command: string) => {
    history.add(`!${command}`);
    void work(() => ownCommand(command, { agent: sessions.agent, store, show, interruptible }));
  };

  const keptParts = () => ({
    ...{ agent: sessions.agent, show, fail, fill, interruptible },
    commands: parts.commands,
  });

  const send = (text: string) => {
    const typed = text.trim();
    const { name, args } = commandIn(typed) ?? {};
    if (name === undefined) return submit(text);
    if (parts.command(name, args ?? '')) history.add(typed);
    else if (isKnown(name, sessions.agent)) submit(typed);
    else void refuse(typed, name, keptParts());
  };

  const sendKept = async (typed: string, name: string) => {
    const kept = await keptPrompt(typed, name, keptParts());
    if (kept !== undefined) await prompt(kept, typed);
  };

  const submit = (text: string) => {
    if (jobs.isBusy()) return waiting.add(text);
    if (text.startsWith('!') && text.slice(1).trim() !== '') return bang(text.slice(1).trim());
    const name = commandIn(text)?.name;
    void work(() => (name === undefined ? prompt(text, text) : sendKept(text, name)));
  };

  return {
    store,
    history,
    images,
    get agent() {
      return sessions.agent;
    },
    send,
    show,
    fill,
    busy: longWork,
    interrupt: () => {
      giveBack(waiting.takeAll(), { history, fill, show });
      jobs.abort();
      sessions.agent.abort();
    },
    takeBack: (id) => {
      const text = waiting.takeBack(id);
      if (text === undefined)
        show({ is: 'told', tone: 'info', text: 'The agent has that prompt already.' });
      return text;
    },
    change: (how, open, opened) => {
      // What is typed meanwhile is for the agent that comes.
      changing = longWork(CHANGES[how], async (signal) => {
        try {
          await sessions.replace(how, open, opened, signal);
        } catch (error) {
          fail(error instanceof SessionBusy ? `${error.message}; it stays where it is` : error);
        }
      });
      return changing;
    },
    onFill: fills.add,
    onRewritten: rewrites.add,
    stir: idle.stir,
    close: async (options) => {
      sessions.leave();
      idle.stop();
      store.close();
      options.signal?.addEventListener('abort', jobs.abort, { once: true });
      await changing;
      await sessions.agent.close(options);
    },
  };
}
