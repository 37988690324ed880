import { suggest } from '@wavehooks/hooks/vocabulary';
import { exactLine } from '../../cli/style.ts';
import { explainLines } from '../hooks/explain.ts';
import { detailLines, heldLines, summaryOf } from '../hooks/hook-lines.ts';
import { finishReview, openReview } from '../hooks/review.ts';
import { canSwitch, type SessionHook, sessionHooks, switchHook } from '../hooks/session-hooks.ts';
import { CANVAS, type Desk } from './questions/desk.ts';
import { DONE, isNo, isYes, notAnAnswer, type Query } from './questions/query.ts';

type Word = (desk: Desk, rest: string) => void;

/** THE TABLE of words behind /hooks. */
const WORDS: Readonly<Record<string, Word>> = {
  show: (desk, name) => desk.print(...named(desk, name).flatMap((one) => detailLines(one, CANVAS))),
  on: (desk, name) => switched(desk, name, true),
  off: (desk, name) => switched(desk, name, false),
  explain: ({ controller, print }, tool) => {
    if (tool === '') throw new Error('/hooks explain and a tool, as in /hooks explain Bash');
    print(...explainLines(controller.agent, tool, CANVAS.paint));
  },
  review,
};

/** /hooks: what is in force, and by a word behind it, what the panel of the screen does. */
export function hooks(desk: Desk, words: string): void {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(words) ?? [];
  const act = word === '' ? list : WORDS[word];
  if (!act) throw new Error(`/hooks ${word}: words are ${Object.keys(WORDS).join(', ')}`);
  act(desk, rest.trim());
}

function list({ controller, print }: Desk): void {
  const { agent } = controller;
  const all = sessionHooks(agent);
  const { lines, problem } = openReview(agent, CANVAS);
  print(
    ...all.map((hook) => `${hook.row.event}  ${summaryOf(hook, CANVAS)}`),
    ...(all.length === 0 ? ['No hooks are configured. "wave hooks init" writes a first one.'] : []),
    ...(problem ? [problem] : []),
    ...heldLines(agent.hooks.held),
    ...(lines.length > 0 ? ['/hooks review shows what changed on disk.'] : []),
  );
}

const nameOf = ({ row }: SessionHook): string => exactLine(row.name);

/** Hooks of several events may share a name. */
function named({ controller }: Desk, name: string): SessionHook[] {
  const all = sessionHooks(controller.agent);
  const found = all.filter((one) => nameOf(one) === name);
  if (found.length > 0) return found;
  const near = suggest(name, all.map(nameOf));
  throw new Error(
    `there is no hook "${name}"${near ? ` (did you mean ${near}?)` : ''}; /hooks lists them`,
  );
}

function switched(desk: Desk, name: string, on: boolean): void {
  for (const hook of named(desk, name)) {
    const { entry, row } = hook;
    const what = `${name} on ${row.event}`;
    if (!entry || !canSwitch(hook)) {
      desk.print(`${what} cannot be switched: it is ${row.state}.`);
      continue;
    }
    switchHook(desk.controller.agent, entry, on);
    desk.print(`${what} is ${on ? 'on' : 'off'} for this session.`);
  }
}

function review(desk: Desk): void {
  const { review: open, lines, problem } = openReview(desk.controller.agent, CANVAS);
  if (problem) throw new Error(problem);
  if (open && lines.length > 0)
    desk.ask(reviewQuery(lines, (accepted) => void finishReview(desk, open, accepted)));
  else desk.print('Nothing on disk differs from what is in force.');
}

const reviewQuery = (lines: readonly string[], finish: (accepted: boolean) => void): Query => ({
  text: ['Changes on disk that are not active yet:', ...lines].join('\n'),
  how: 'Type y to put all of this in force now, n to keep the hooks as they are.',
  take: (line) => {
    if (!isYes(line) && !isNo(line)) return notAnAnswer(line);
    finish(isYes(line));
    return DONE;
  },
});
