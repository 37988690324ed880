import { printable } from '../../cli/style.ts';
import type { CommandContext } from '../control/command.ts';
import type { Controller } from '../control/controller.ts';
import { isForTurn } from '../control/waiting.ts';
import { matches } from '../editor/search.ts';
import { editOutside } from '../machine/outside-editor.ts';
import { earlier, READING } from '../start/welcome.ts';
import type { State } from '../state/state.ts';
import { joined } from '../text/lines.ts';
import { holdingUp } from '../view/doing.ts';
import { runPlainCommand } from './commands.ts';
import { openInput } from './input/input.ts';
import { createMarks } from './input/marks.ts';
import { createProgress, createSlow, retryLine } from './progress.ts';
import { createAsking } from './questions/asking.ts';
import type { Desk } from './questions/desk.ts';
import { createSaid, notSent, setAside } from './said.ts';

export interface Plain extends Pick<CommandContext, 'open' | 'leave'> {
  /** Settles when the user leaves. */
  readonly left: Promise<void>;
  /** Whether another program has the terminal. */
  isLent(): boolean;
}

/** How long the second Ctrl-C may take. */
const TWICE_MS = 1_500;

/** The plain mode: one line after the other, no colour, nothing drawn twice; for screen readers. */
export function runPlain(controller: Controller, write: (text: string) => void): Plain {
  const { store } = controller;
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const marks = createMarks();
  const said = createSaid(controller.agent.projectDir);
  let interrupted = 0;

  const say = (...lines: readonly string[]) => {
    if (lines.length === 0) return;
    input.hide();
    write(`${lines.join('\n')}\n`);
  };
  const asking = createAsking({
    say,
    typed: () => input.line,
    batch: () => input.batch,
    whole: marks.whole,
    root: controller.agent.projectDir,
  });
  const tell = () => say(...said.next(store.get()));
  const slow = createSlow((what) => {
    say(`${printable(joined(what))} … Ctrl-C interrupts`);
    show();
  });
  let retry: State['retry'];
  const progress = createProgress((line) => {
    say(line);
    show();
  }, controller.agent.projectDir);
  const show = () => {
    const isResting = store.get().busySince === undefined;
    if (isResting || asking.query || input.line !== '') input.show();
  };
  const refresh = () => {
    tell();
    // Each try is said once: nothing that was said can be changed here.
    if (store.get().retry !== retry) {
      retry = store.get().retry;
      if (retry) say(retryLine(retry, Date.now()));
    }
    progress.follow(store.get());
    slow.follow(store.get().busyWith ?? holdingUp(store.get()));
    asking.follow(store.get().dialogs[0]);
    const kept = asking.release();
    if (kept !== undefined) fill(kept);
    show();
  };
  const fill = (text: string) => {
    if (asking.query) return asking.keep(text);
    const line = marks.shown(text, 'kept');
    if (input.line === '') return input.put(line);
    // Whoever is typing something else goes on with that: two texts in one line would be sent as one.
    say(...setAside(text));
    input.remember(line);
  };
  const giveBack = (text: string) => {
    input.forget((line) => marks.whole(line) === text);
    tell();
    say(...(asking.query || input.line === '' ? notSent(text) : ['Not sent.']));
    fill(text);
    show();
  };
  /** What was typed is found by no arrow any more. */
  const rewrite = (typed: string, sent: string) => {
    input.forget((line) => marks.whole(line) === typed);
    input.remember(marks.shown(sent, 'kept'));
  };
  const send = (text: string) => {
    if (text.trim() === '' || runPlainCommand(desk, text)) return;
    const before = store.get().queued.length;
    controller.send(text);
    if (store.get().queued.length > before) say(queuedText(store.get()));
    else said.typed(text);
  };
  /** Marks for a paste of images; undefined for any other. */
  const attached = (text: string): string | undefined => {
    const taken = controller.images.pasted(text);
    if (taken && taken.faults.length > 0) say(...taken.faults);
    return taken && taken.marks.length > 0 ? `${taken.marks.join(' ')} ` : undefined;
  };
  const sendLine = (line: string) => {
    const broken = marks.broken(line) ?? controller.images.broken(line);
    if (broken === undefined) return send(marks.whole(line));
    say(`Not sent: "${printable(broken)}" was a mark and stands for no text any more.`);
    input.put(line);
  };
  const interrupt = () => {
    const isAgain = Date.now() - interrupted < TWICE_MS;
    interrupted = Date.now();
    if (asking.drop()) say('Nothing was changed.');
    else if (store.get().busySince !== undefined) controller.interrupt();
    else if (isAgain) return leave();
    else {
      input.empty();
      say('Ctrl-C once more leaves.');
    }
    refresh();
  };
  const input = openInput({
    write,
    onLine: (line) => {
      if (asking.query) {
        input.forget((one) => one === line);
        asking.take(line);
      } else sendLine(line);
      refresh();
    },
    onPaste: (text) => {
      if (!asking.query) return attached(text) ?? marks.shown(text, 'paste');
      say(NOT_PASTED, asking.query.how);
      show();
      return '';
    },
    onKey: () => {
      asking.onKey();
      controller.stir();
    },
    onInterrupt: interrupt,
    onClose: leave,
    onSearch: (typed, passed) => {
      const found = matches(controller.history.all, marks.whole(typed));
      const text = found[passed];
      if (text !== undefined) return marks.shown(text, 'kept');
      say(found.length === 0 ? NOTHING_SENT : NO_FURTHER);
      show();
      return undefined;
    },
    onEditor: (line) => void inEditor(line),
  });
  const inEditor = (line: string) =>
    input.lend(async () => {
      const outside = await editOutside(marks.whole(line), process.env);
      if (outside.is === 'problem') return say(outside.why);
      say(...notSent(outside.text).map((said, at) => (at === 0 ? EDITED : said)));
      input.put(marks.shown(outside.text, 'kept'));
    });
  const desk: Desk = {
    controller,
    print: (...lines) => {
      tell();
      say(...lines);
      show();
    },
    ask: (query) => {
      tell();
      asking.put(query);
      show();
    },
    fill: (text) => {
      fill(text);
      show();
    },
    restart: () => {
      store.dispatch({ is: 'wipe', ...earlier(controller.agent, READING.plain) });
      said.skip(store.get());
    },
  };
  const stops = [
    store.subscribe(refresh),
    controller.onFill(giveBack),
    controller.onRewritten(rewrite),
  ];
  refresh();
  return {
    left: left.finally(() => {
      for (const stop of stops) stop();
      slow.follow(undefined);
      progress.follow(undefined);
      input.close();
    }),
    leave,
    isLent: input.isLent,
    open: (panel) => void runPlainCommand(desk, `/${panel}`),
  };
}

const NOTHING_SENT = 'Nothing that you sent before has that in it.';
const NO_FURTHER = 'No earlier match';
const EDITED = 'From your editor, in the input:';

const NOT_PASTED = 'Ignored: a question is open, and a paste cannot answer it.';

/** Commands, and what was sent after one, wait for the end of the turn; so does what no turn can take. */
const queuedText = ({ queued, busyWith }: State): string => {
  const isTaken = busyWith === undefined && queued.every(({ text }) => isForTurn(text));
  const when = isTaken ? 'the agent gets it at its next step' : 'it is sent when the agent is done';
  return `Queued: ${when}. Ctrl-C brings it back; /queue lists what waits.`;
};
