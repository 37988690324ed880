import { createInterface } from 'node:readline';
import { printable } from '../cli/style.ts';
import type { CommandContext, PanelName } from './commands/command.ts';
import type { Controller } from './controller.ts';
import { draw } from './draw/item.ts';
import { painterOf } from './draw/theme.ts';
import { fields } from './draw/tool.ts';
import { summaryOf } from './hooks/lines.ts';
import { sessionHooks } from './hooks/rows.ts';
import type { Dialog } from './state/state.ts';

/** Lines are not broken here: whoever reads them, or reads them out, does that. */
const CANVAS = { width: 10_000, paint: painterOf('none') };

/** The plain mode: one line after the other, no colour, nothing drawn twice; for screen readers. */
export function runPlain(controller: Controller, write: (text: string) => void): Plain {
  const { store } = controller;
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: true });
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  let printed = 0;
  let asked: Dialog | undefined;
  let said: readonly string[] = [];
  let interrupted = 0;

  const refresh = () => {
    const state = store.get();
    for (const item of state.printed.slice(printed)) write(`${draw(item, CANVAS).join('\n')}\n`);
    printed = state.printed.length;
    const [dialog] = state.dialogs;
    if (dialog && dialog !== asked) {
      said = [];
      write(questionText(dialog, said));
    }
    asked = dialog;
    if (dialog || state.busySince === undefined) lines.prompt();
  };
  const stop = store.subscribe(refresh);
  lines.setPrompt('> ');
  lines.on('line', (line) => {
    if (asked) {
      said = [...said, line.trim()];
      const next = answer(asked, said);
      if (next !== undefined) write(next);
      if (next === AGAIN) said = said.slice(0, -1);
      lines.prompt();
    } else if (line.trim() !== '') controller.send(line);
    else lines.prompt();
  });
  lines.on('SIGINT', () => {
    const again = Date.now() - interrupted < 1_500;
    interrupted = Date.now();
    if (store.get().busySince !== undefined) controller.interrupt();
    else if (again) leave();
    else write('\nCtrl-C once more leaves.\n');
  });
  lines.on('close', leave);
  refresh();
  return {
    left: left.finally(() => {
      stop();
      lines.close();
    }),
    leave,
    open: (panel) => write(panelText(panel, controller)),
  };
}

export interface Plain extends Pick<CommandContext, 'open' | 'leave'> {
  /** Settles when the user leaves. */
  readonly left: Promise<void>;
}

const AGAIN = 'Type y or n.\n';

function questionText(dialog: Dialog, said: readonly string[]): string {
  if (dialog.is === 'questions') {
    const question = dialog.questions[said.length];
    const options = question?.options.map(({ label }, at) => `  ${at + 1}. ${printable(label)}\n`);
    return `The agent asks: ${printable(question?.question ?? '')}\n${options?.join('') ?? ''}Type a number or an answer.\n`;
  }
  const { tool, input, original, by, reasons, rule } = dialog.request;
  return [
    `May ${tool} run?`,
    printable(fields(input)),
    ...(original ? ['A hook rewrote it. The agent asked for:', printable(fields(original))] : []),
    `${by.startsWith('the hook') ? 'Asked by' : 'Why'}: ${printable(by)}`,
    ...reasons.map((reason) => `Reason: ${printable(reason)}`),
    `Type y for yes,${rule ? ` a for always in this session (${rule}),` : ''} n for no, or n and a word to the agent.\n`,
  ].join('\n');
}

/** Answers with what was said so far; what is still to be said otherwise. */
function answer(dialog: Dialog, said: readonly string[]): string | undefined {
  if (dialog.is === 'questions') {
    const { questions } = dialog;
    if (said.length < questions.length) return questionText(dialog, said);
    const answers = questions.map(({ question, options }, at) => {
      const text = said[at] ?? '';
      return [question, options[Number(text) - 1]?.label ?? text] as const;
    });
    dialog.answer(Object.fromEntries(answers));
    return undefined;
  }
  const { rule } = dialog.request;
  const [word = '', ...rest] = said.at(-1)?.split(' ') ?? [];
  if (/^y(es)?$/i.test(word)) dialog.answer({ answer: 'yes' });
  else if (/^a$/i.test(word) && rule) dialog.answer({ answer: 'always', rule });
  else if (/^n(o)?$/i.test(word)) dialog.answer({ answer: 'no', message: rest.join(' ') });
  else return AGAIN;
  return undefined;
}

const PANELS: Readonly<Partial<Record<PanelName, (controller: Controller) => string>>> = {
  hooks: ({ agent }) =>
    `${sessionHooks(agent)
      .map((hook) => `${hook.row.event}  ${summaryOf(hook, CANVAS)}`)
      .join('\n')}\n"wave hooks review" shows what changed.\n`,
  details: ({ store }) =>
    `${store
      .get()
      .printed.flatMap((item) => draw(item, CANVAS, 'full'))
      .join('\n')}\n`,
};

const OTHERWISE: Readonly<Partial<Record<PanelName, string>>> = {
  model: '/model NAME',
  resume: '"wave sessions" and "wave resume SESSION"',
  undo: '"wave undo"',
};

const panelText = (panel: PanelName, controller: Controller): string =>
  PANELS[panel]?.(controller) ??
  `This has no plain form: ${OTHERWISE[panel] ?? ''} does the same.\n`;
