import { checkHooks, type Problem } from '@wavehooks/hooks';
import {
  type HookRow,
  listHooks,
  type Opened,
  type OpenOptions,
  openSettings,
} from '@wavehooks/settings';
import { exactly, exactPlace, type Paint } from '../../cli/style.ts';
import { whereOf } from './open-options.ts';

/** All that is configured, as list, explain and doctor look at it. */
export interface Looked {
  readonly opened: Opened;
  readonly rows: readonly HookRow[];
  /** What is wrong with the settings, and with hooks that run all the same; what is off is a row. */
  readonly problems: readonly Problem[];
}

export function look(options: OpenOptions): Looked {
  const opened = openSettings(options);
  const warnings = checkHooks(opened.sources).problems.filter(({ level }) => level === 'warning');
  return {
    opened,
    rows: listHooks(opened, whereOf(options)),
    problems: [...opened.problems, ...warnings],
  };
}

/** One after the other, with an empty line after the last; nothing where there is none. */
export const problemsText = (problems: readonly Problem[], paint: Paint): string =>
  problems.map((problem) => `${problemText(problem, paint)}\n\n`).join('');

const problemText = ({ level, source, text }: Problem, paint: Paint): string =>
  `${paint(level === 'error' ? 'red' : 'yellow', level)}  ${exactPlace(source)}\n  ${exactly(text)}`;
