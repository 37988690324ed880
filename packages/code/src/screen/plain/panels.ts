import type { Checkpoint, UndoOptions } from 'wave-agent-sdk';
import { MODEL_EXAMPLES, modelChoices, sessionChoices, undoChoices } from '../choices.ts';
import { goBack, LEFT } from '../undo.ts';
import type { Desk } from './desk.ts';
import { listQuery } from './query.ts';

/** /model: with a name it is the screen's own command. */
export function model({ controller, ask }: Desk, name: string): void {
  const use = (chosen: string) => controller.send(`/model ${chosen}`);
  const query = listQuery({
    title: 'Which model?',
    rows: modelChoices(controller.agent),
    onChoose: use,
    other: { how: `a name (${MODEL_EXAMPLES})`, onType: use },
  });
  if (name === '') ask(query);
  else use(name);
}

/** /resume: with a session it is the screen's own command. */
export function resume(desk: Desk, session: string): void {
  const goOn = (id: string) => desk.controller.send(`/resume ${id}`);
  const rows = sessionChoices(desk.controller.agent);
  const title = 'Go on with which session of this project?';
  if (session !== '') goOn(session);
  else if (rows.length > 0) desk.ask(listQuery({ title, rows, onChoose: goOn }));
  else desk.print('There are no earlier sessions of this project yet.');
}

export function undo(desk: Desk): void {
  const rows = undoChoices(desk.controller.agent);
  const title = 'Go back to before which prompt? Files and conversation go back; the last is 1.';
  const onChoose = (prompt: Checkpoint) => void go(desk, prompt);
  if (rows.length > 0) desk.ask(listQuery({ title, rows, onChoose }));
  else desk.print('There is nothing to go back to.');
}

/** Files that somebody else changed are asked about. */
async function go(desk: Desk, prompt: Checkpoint, options?: UndoOptions): Promise<void> {
  let isDone = true;
  // What is sent meanwhile waits until it is over.
  await desk.controller.busy('going back', async () => {
    isDone = await goBack(desk, prompt, options);
  });
  if (isDone || options) return;
  desk.ask(
    listQuery({
      title: 'Somebody else changed files as well. What about them?',
      rows: LEFT,
      onChoose: (chosen) => void go(desk, prompt, chosen),
    }),
  );
}
