import { createInterface } from 'node:readline';
import type { Agent } from 'wave-agent-sdk';
import type { CommandContext, PanelName } from './commands/command.ts';
import type { Controller } from './controller.ts';
import { hooksLines } from './draw/hook-runs.ts';
import { draw } from './draw/item.ts';
import { setIn } from './draw/lines.ts';
import { painterOf } from './draw/theme.ts';
import { summaryOf } from './hooks/lines.ts';
import { sessionHooks } from './hooks/rows.ts';
import { AGAIN, answer, questionText } from './plain-ask.ts';
import type { Item } from './state/item.ts';
import type { Dialog } from './state/state.ts';

/** Lines are not broken here: whoever reads them, or reads them out, does that. */
const CANVAS = { width: 10_000, paint: painterOf('none') };

/** The plain mode: one line after the other, no colour, nothing drawn twice; for screen readers. */
export function runPlain(controller: Controller, write: (text: string) => void): Plain {
  const { store } = controller;
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: true });
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const echoed: string[] = [];
  let printed = 0;
  let wiped = 0;
  let prompting = false;
  let asked: Dialog | undefined;
  let said: readonly string[] = [];
  let interrupted = 0;

  /** What is said takes the prompt's place; the prompt comes back behind it, with what was typed. */
  const say = (text: string) => {
    if (text === '') return;
    if (prompting) write(`\r${' '.repeat(PROMPT.length + lines.line.length)}\r`);
    prompting = false;
    write(text);
  };
  const prompt = () => {
    const { dialogs, busySince } = store.get();
    if (prompting || (dialogs.length === 0 && busySince !== undefined)) return;
    prompting = true;
    lines.prompt(true);
  };
  const refresh = () => {
    const state = store.get();
    // A wiped conversation begins anew.
    if (state.wiped !== wiped) printed = 0;
    wiped = state.wiped;
    for (const item of state.printed.slice(printed)) say(textOf(item, echoed));
    printed = state.printed.length;
    const [dialog] = state.dialogs;
    if (dialog && dialog !== asked) {
      said = [];
      say(questionText(dialog, said));
    }
    asked = dialog;
    prompt();
  };
  const stop = store.subscribe(refresh);
  lines.setPrompt(PROMPT);
  lines.on('line', (line) => {
    prompting = false;
    if (asked) {
      said = [...said, line.trim()];
      const next = answer(asked, said);
      if (next !== undefined) say(next);
      if (next === AGAIN) said = said.slice(0, -1);
      return prompt();
    }
    if (line.trim() !== '') {
      echoed.push(line);
      controller.send(line);
    }
    refresh();
  });
  lines.on('SIGINT', () => {
    const again = Date.now() - interrupted < 1_500;
    interrupted = Date.now();
    if (store.get().busySince !== undefined) controller.interrupt();
    else if (again) leave();
    else {
      say('Ctrl-C once more leaves.\n');
      prompt();
    }
  });
  lines.on('close', leave);
  refresh();
  return {
    left: left.finally(() => {
      stop();
      lines.close();
    }),
    leave,
    open: (panel) => say(panelText(panel, controller)),
  };
}

const PROMPT = '> ';

/** What the user has just typed stands there already. */
function textOf(item: Item, echoed: string[]): string {
  const typed = item.is === 'prompt' ? echoed.indexOf(item.text) : -1;
  if (typed === -1 || item.is !== 'prompt') return `${draw(item, CANVAS).join('\n')}\n`;
  echoed.splice(0, typed + 1);
  return item.hooks
    .flatMap((runs) => setIn(hooksLines(runs, CANVAS)))
    .map((line) => `${line}\n`)
    .join('');
}

export interface Plain extends Pick<CommandContext, 'open' | 'leave'> {
  /** Settles when the user leaves. */
  readonly left: Promise<void>;
}

const PANELS: Readonly<Partial<Record<PanelName, (controller: Controller) => string>>> = {
  hooks: ({ agent }) => {
    const hooks = sessionHooks(agent);
    const rows = hooks.map((hook) => `${hook.row.event}  ${summaryOf(hook, CANVAS)}`);
    const none = rows.length === 0 ? ['No hooks are configured.'] : [];
    const note = differs(agent) ? ['"wave hooks review" shows what changed.'] : [];
    return `${[...rows, ...none, ...note].join('\n')}\n`;
  },
  details: ({ store }) =>
    `${store
      .get()
      .printed.flatMap((item) => draw(item, CANVAS, 'full'))
      .join('\n')}\n`,
};

/** Settings that cannot be read differ as well. */
function differs({ hooks }: Agent): boolean {
  try {
    const review = hooks.review();
    const waiting = review?.opened.items.some(({ state }) => state !== 'approved');
    return waiting || (review?.changes.length ?? 0) > 0;
  } catch {
    return true;
  }
}

const OTHERWISE: Readonly<Partial<Record<PanelName, string>>> = {
  model: '/model NAME',
  resume: '"wave sessions" and "wave resume SESSION"',
  undo: '"wave undo"',
};

const panelText = (panel: PanelName, controller: Controller): string =>
  PANELS[panel]?.(controller) ??
  `This has no plain form: ${OTHERWISE[panel] ?? ''} does the same.\n`;
