import {
  type Agent,
  type AgentEvent,
  type CloseOptions,
  SessionBusy,
  type UserCommand,
} from '@wavehooks/agent-sdk';
import { noSlashCommand } from '../../cli/slash.ts';
import type { History } from '../editor/history.ts';
import { createImages, type Images } from '../machine/images.ts';
import { replacedBy } from '../machine/replaced.ts';
import { userShell } from '../machine/shell.ts';
import type { Item } from '../state/item.ts';
import type { Store } from '../state/store.ts';
import { type Later, watchIdle } from './idle.ts';
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
  /** Does something later; returns how to keep it from that. */
  readonly later: Later;
  /** Runs a command of the screen; false where there is none of that name. */
  readonly command: (name: string, args: string) => boolean;
  /** The names of those commands. */
  readonly commands: readonly string[];
}

export function createController(first: Agent, parts: ControllerParts): Controller {
  const { store, history, now } = parts;
  const images = createImages(() => agent.projectDir);
  const fills = new Set<(text: string) => void>();
  const rewrites = new Set<(typed: string, sent: string) => void>();
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
      if (event.is === 'prompt') rewritten(event);
      // Only now: a prompt that a hook blocks is kept nowhere.
      const taken = promptIn(event);
      if (taken !== undefined) {
        history.add(sending ?? taken);
        sending = undefined;
      }
      if (event.is === 'woken') void work(() => woken(to));
      const replaced = replacedBy(event, store.get().open);
      if (replaced) store.dispatch({ is: 'replaces', ...replaced });
    });
  }
  /** What a hook took out of it is kept nowhere. */
  function rewritten({ typed, sent }: { typed: string; sent: string }): void {
    for (const listener of rewrites) listener(sending ?? typed, sent);
    sending = sent;
  }
  const idle = watchIdle({
    store,
    later: parts.later,
    call: () => agent.notify('idle_prompt', 'Wave waits for your next prompt'),
  });
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

  const waiting = createWaiting({
    images: images.in,
    store,
    agent: () => agent,
    onBlocked: (text) => {
      store.dispatch({ is: 'unsent' });
      fill(text);
    },
  });

  const work = async (job: () => Promise<void>) => {
    jobs++;
    try {
      await job();
    } catch (error) {
      fail(error);
    }
    jobs--;
    if (jobs > 0 || isLeft) return;
    const next = waiting.next();
    if (next !== undefined) submit(next);
  };

  /** `typed` is what the user gets back where it goes nowhere. */
  const prompt = async (text: string, typed: string) => {
    const before = agent.messages.length;
    const isKept = () => agent.messages.slice(before).some(({ from }) => from === 'prompt');
    store.dispatch({ is: 'sent', now: now() });
    sending = typed;
    try {
      const turn = agent.sendMessage(text, { images: images.in(text) });
      waiting.offer();
      const { ended } = await turn;
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

  /** A hook has the agent go on: what is typed meanwhile waits, as in a turn of the user's. */
  const woken = async (by: Agent) => {
    store.dispatch({ is: 'sent', now: now() });
    waiting.offer();
    await by.rest();
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
    void work(async () => {
      const { item, ran, note, head } = await interruptible(command, (signal) =>
        userShell(command, agent, signal),
      );
      show(item);
      const output = await interruptible(`hooks on the output of ${command}`, (signal) =>
        passed(ran, signal),
      );
      if (output !== undefined) agent.note(note(output), { shell: head });
    });
  };

  /** What hooks leave of it for the agent; undefined where they could not look at it. */
  const passed = async (ran: UserCommand, signal: AbortSignal): Promise<string | undefined> => {
    try {
      const output = await agent.ran(ran, { signal });
      if (output !== ran.output)
        show({ is: 'told', tone: 'info', text: 'Hooks changed what the agent reads of it.' });
      return output;
    } catch (error) {
      if (!signal.aborted) throw error;
      const text = 'The agent does not get this output: you ended the hooks that look at it first.';
      show({ is: 'told', tone: 'warning', text });
      return undefined;
    }
  };

  const send = (text: string) => {
    const typed = text.trim();
    const { name, args } = commandIn(typed) ?? {};
    if (name === undefined) return submit(text);
    if (parts.command(name, args ?? '')) history.add(typed);
    else if (isKnown(name, agent)) submit(typed);
    else void refuse(typed, name);
  };

  const unknown = (name: string) => {
    const kept = agent.commands.map((one) => one.name);
    return new Error(noSlashCommand(name, [...parts.commands, ...kept], '; /help lists them'));
  };

  /** Told at once, also while the agent is at work. */
  const refuse = async (typed: string, name: string) => {
    try {
      await agent.expand(typed);
      throw unknown(name);
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
        if (text === undefined) throw unknown(name);
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
    if (jobs > 0) return waiting.add(text);
    if (text.startsWith('!') && text.slice(1).trim() !== '') return bang(text.slice(1).trim());
    const name = commandIn(text)?.name;
    void work(() => (name === undefined ? prompt(text, text) : keptPrompt(text, name)));
  };

  /** The hooks of one session's end come before those of the next one's start. */
  const replace = async (
    how: Change,
    open: () => Promise<Agent>,
    opened: () => void,
    signal: AbortSignal,
  ) => {
    const next = await open();
    leave();
    const last = await endOf(agent, { reason: how, signal });
    agent = next;
    leave = listen(next);
    // The terminal is somebody else's again, and a session that nobody sees does not begin.
    if (isLeft) return;
    opened();
    for (const event of last) store.dispatch({ is: 'agent', event, now: now() });
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
    images,
    get agent() {
      return agent;
    },
    send,
    show,
    fill,
    busy: longWork,
    interrupt: () => {
      giveBack(waiting.takeAll());
      ending?.abort();
      agent.abort();
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
          await replace(how, open, opened, signal);
        } catch (error) {
          fail(error instanceof SessionBusy ? `${error.message}; it stays where it is` : error);
        }
      });
      return changing;
    },
    onFill: (listener) => {
      fills.add(listener);
      return () => void fills.delete(listener);
    },
    onRewritten: (listener) => {
      rewrites.add(listener);
      return () => void rewrites.delete(listener);
    },
    stir: idle.stir,
    close: async (options) => {
      isLeft = true;
      leave();
      idle.stop();
      store.close();
      const skip = () => ending?.abort();
      options.signal?.addEventListener('abort', skip, { once: true });
      await changing;
      await agent.close(options);
    },
  };
}

/** The prompt that the agent has taken, if it is that. */
function promptIn(event: AgentEvent): string | undefined {
  if (event.is !== 'change' || event.change.is !== 'added') return undefined;
  const { from, blocks } = event.change.message;
  if (from !== 'prompt') return undefined;
  return blocks.flatMap((block) => (block.type === 'text' ? [block.content] : [])).join('\n');
}

/** Closes an agent; gives what its last hooks did and said, for a screen that is about to be wiped. */
async function endOf(agent: Agent, options: CloseOptions): Promise<readonly AgentEvent[]> {
  const last: AgentEvent[] = [];
  agent.subscribe((event) => {
    if (event.is === 'change' || event.is === 'hook') last.push(event);
  });
  await agent.close(options);
  return last;
}
