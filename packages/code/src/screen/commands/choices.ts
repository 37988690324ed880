import { homedir } from 'node:os';
import { type Agent, type Checkpoint, listSessions, sessionsDir } from '@wavehooks/agent-sdk';
import { oneLine, printable } from '../../cli/style.ts';
import { counted, minuteOf } from '../text/lines.ts';

/** What /model, /resume and /undo offer: the same for the panels and for the plain mode. */
export interface Choosable<T> {
  readonly label: string;
  readonly about?: string;
  readonly value: T;
}

export const modelChoices = ({ model }: Agent): Choosable<string>[] =>
  [...new Set([model, 'practice'])].map((name) => ({
    label: name,
    ...(name === model ? { about: 'in use' } : {}),
    value: name,
  }));

export const MODEL_EXAMPLES = 'e.g. claude-sonnet-5-5, openai/NAME';

/** The other sessions of the project, by id. */
export function sessionChoices({ projectDir, sessionId }: Agent): Choosable<string>[] {
  const others = listSessions(sessionsDir(homedir(), projectDir)).filter(
    ({ id }) => id !== sessionId,
  );
  return others.map(({ id, name, about, updated, pid }) => ({
    label: `${minuteOf(updated)}  ${pid === undefined ? '' : '(in use) '}${printable(name || oneLine(about))}`,
    ...(pid === undefined ? {} : { about: `by process ${pid}` }),
    value: id,
  }));
}

/** The prompts that one can go back to, the last one first. */
export const undoChoices = (agent: Agent): Choosable<Checkpoint>[] =>
  [...agent.checkpoints()].reverse().map((prompt) => ({
    label: printable(oneLine(prompt.text)),
    about: prompt.files.length > 0 ? `${counted(prompt.files.length, 'file')} back` : 'no files',
    value: prompt,
  }));
