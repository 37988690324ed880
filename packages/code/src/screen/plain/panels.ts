import type { Checkpoint, Skipped } from '@wavehooks/agent-sdk';
import { exactly, homeShort, oneLine, printable } from '../../cli/style.ts';
import { MODEL_EXAMPLES, modelChoices, sessionChoices, undoChoices } from '../commands/choices.ts';
import { goBack, type How, leftChoices, REWINDS } from '../commands/undo.ts';
import type { Queued } from '../state/state.ts';
import { counted } from '../text/lines.ts';
import type { Desk } from './questions/desk.ts';
import { listQuery, type Query } from './questions/query.ts';

/** /model: with a name it is the screen's own command. */
export function model({ controller, ask }: Desk, name: string): void {
  const use = (chosen: string) => void controller.send(`/model ${chosen}`);
  const query = listQuery({
    title: 'Which model?',
    // Nothing is in columns here.
    rows: modelChoices(controller.agent).map((one) => ({ ...one, label: one.label.trimEnd() })),
    onChoose: use,
    other: { how: `a name (${MODEL_EXAMPLES})`, onType: use },
  });
  if (name === '') ask(query);
  else use(name);
}

/** /resume: with a session it is the screen's own command. */
export function resume(desk: Desk, session: string): void {
  const goOn = (id: string) => void desk.controller.send(`/resume ${id}`);
  const rows = sessionChoices(desk.controller.agent);
  const title = 'Go on with which session of this project?';
  if (session !== '') goOn(session);
  else if (rows.length > 0) desk.ask(listQuery({ title, rows, onChoose: goOn }));
  else desk.print('There are no earlier sessions of this project yet.');
}

/** /queue: what waits while the agent works; by its number, one comes back into the line. */
export function queue({ controller, print, ask, fill }: Desk): void {
  const rows = controller.store.get().queued.map(({ id, text }) => ({
    label: printable(oneLine(text)),
    value: id,
  }));
  const onChoose = (id: number) => {
    const text = controller.takeBack(id);
    if (text !== undefined) fill(text);
    return undefined;
  };
  if (rows.length === 0) {
    print('Nothing waits.');
    return;
  }
  const title = 'Queued prompts. Which one do you want to edit?';
  const over = () =>
    closed(
      rows.map(({ value }) => value),
      controller.store.get().queued,
    );
  ask({ ...listQuery({ title, rows, onChoose }), over });
}

/** Its numbers would mean other prompts, or none: the next line is no answer to it. */
function closed(listed: readonly number[], queued: readonly Queued[]): string | undefined {
  if (listed.join() === queued.map(({ id }) => id).join()) return undefined;
  const now = queued.length === 0 ? 'Nothing waits any more.' : '/queue lists what waits now.';
  return `The list is closed: what waits has changed. ${now}`;
}

export function undo(desk: Desk): void {
  const rows = undoChoices(desk.controller.agent);
  const title = 'Go back to before which prompt? Files and conversation go back; the last is 1.';
  const onChoose = (prompt: Checkpoint) => choose(desk, prompt);
  if (rows.length > 0) desk.ask(listQuery({ title, rows, onChoose }));
  else desk.print('There is nothing to go back to.');
}

/** /rewind: the conversation, and files only if the user says so. */
export function rewind(desk: Desk): void {
  const rows = undoChoices(desk.controller.agent);
  const title =
    'Rewind to which prompt? Files are kept unless you choose otherwise; the last prompt is 1.';
  const onChoose = (prompt: Checkpoint): Query | undefined => {
    const take = (how: How) => (how.is === 'all' ? choose(desk, prompt) : acted(desk, prompt, how));
    if (prompt.files.length === 0) return take({ is: 'conversation' });
    const about = `${counted(prompt.files.length, 'file')} changed since. What goes back?`;
    return listQuery<How>({ title: about, rows: REWINDS, onChoose: take });
  };
  if (rows.length > 0) desk.ask(listQuery({ title, rows, onChoose }));
  else desk.print('There is nothing to go back to.');
}

function acted(desk: Desk, prompt: Checkpoint, how: How): undefined {
  void act(desk, prompt, how);
}

/** Where files are in question, it asks before it acts. */
function choose(desk: Desk, prompt: Checkpoint): Query | undefined {
  const { skipped } = desk.controller.agent.previewUndo(prompt.id);
  if (skipped.length > 0) return about(desk, prompt, skipped, UNDONE);
  void act(desk, prompt, { is: 'all' });
  return undefined;
}

async function act(desk: Desk, prompt: Checkpoint, how: How): Promise<void> {
  let skipped: readonly Skipped[] = [];
  // What is sent meanwhile waits until it is over.
  await desk.controller.busy('going back', async () => {
    skipped = await goBack(desk, prompt, how);
  });
  if (skipped.length > 0) desk.ask(about(desk, prompt, skipped, LEFT));
}

const UNDONE = 'Nothing is changed yet: these files would not go back. What should Wave do?';
const LEFT = 'These files are not back. What about them?';

const about = (desk: Desk, prompt: Checkpoint, skipped: readonly Skipped[], title: string) =>
  listQuery<How>({
    title: [...skipped.map(skippedText), title].join('\n'),
    rows: leftChoices(skipped),
    onChoose: (how) => {
      void act(desk, prompt, how);
      return undefined;
    },
  });

const skippedText = ({ path, why }: Skipped) => exactly(`${homeShort(path)}: ${why}`);
