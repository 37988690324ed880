import { homedir } from 'node:os';
import { dirname } from 'node:path';
import {
  type Agent,
  listAllSessions,
  listSessions,
  type ModelFacts,
  sessionsDir,
} from '@wavehooks/agent-sdk';
import { exactly, homeShort, oneLine, printable } from '../../cli/style.ts';
import type { Controller } from '../control/controller.ts';
import { bytesText, counted, minuteOf } from '../text/lines.ts';
import { acting, type Listing, type ListRow } from './listing.ts';

/** /model: the one in use, the practice model, and those that can be reached, with their window and their price. */
export function modelListing({ agent, send }: Pick<Controller, 'agent' | 'send'>): Listing {
  const { model, models, window } = agent;
  const use = acting((name) => send(`/model ${name}`));
  const others = models.filter(({ name }) => name !== model && name !== PRACTICE);
  const known = models.find(({ name }) => name === model || name.endsWith(`/${model}`));
  const current = { name: model, window: window.size, price: known?.price };
  const column = Math.max(...[current, ...others].map(({ name }) => name.length));
  const row = (facts: ModelFacts, more = ''): ListRow => ({
    label: facts.name.padEnd(column),
    about: facts.name === PRACTICE ? `${more}offline, no price` : more + factsText(facts),
    choose: () => use(facts.name),
  });
  const practice = { name: PRACTICE, window: undefined, price: undefined };
  const about = 'e.g. claude-sonnet-5-5, openai/NAME';
  return {
    title: 'Which model?',
    rows: [
      row(current, 'in use; '),
      ...(model === PRACTICE ? [] : [row(practice)]),
      // Among the first, where few rows are shown.
      { key: 'o', label: 'Another …', about, prompt: 'Name:', choose: use },
      ...others.filter((one) => one !== known).map((one) => row(one)),
    ],
  };
}

const PRACTICE = 'practice';

/** "1,000,000 tokens; $2 / $10 per million tokens". */
function factsText({ window, price }: ModelFacts): string {
  const size = window === undefined ? 'window unknown' : `${window.toLocaleString('en')} tokens`;
  const cost = price ? `$${price.input} / $${price.output} per million tokens` : 'price unknown';
  return `${size}; ${cost}`;
}

/** A session, by its id. */
export interface SessionChoice {
  readonly label: string;
  readonly about: string;
  readonly value: string;
  /** The command that resumes it, where it is one of another project. */
  readonly elsewhere?: string;
}

/** The other sessions of the project, or of all projects. */
export function sessionChoices({ projectDir, sessionId }: Agent, all = false): SessionChoice[] {
  const own = sessionsDir(homedir(), projectDir);
  const listed = all ? listAllSessions(homedir()) : listSessions(own);
  return listed
    .filter(({ id }) => id !== sessionId)
    .map(({ id, file, name, about, updated, bytes, pid, dir = '', branch }) => {
      const elsewhere = dirname(file) !== own;
      const facts = [
        ...(name === '' ? [] : [oneLine(about)]),
        ...(elsewhere ? [homeShort(dir)] : []),
        ...(branch === undefined ? [] : [`on ${branch}`]),
        bytesText(bytes),
        ...(pid === undefined ? [] : [`by process ${pid}`]),
      ];
      return {
        label: `${ageText(updated).padEnd(AGE_WIDTH)}  ${pid === undefined ? '' : '(in use) '}${printable(name || oneLine(about))}`,
        about: printable(facts.join(' · ')),
        value: id,
        ...(elsewhere
          ? { elsewhere: `cd ${exactly(JSON.stringify(dir))} && wave resume ${id}` }
          : {}),
      };
    });
}

const AGE_WIDTH = '59 minutes ago'.length;

const AGES = [
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
] as const;

/** "5 minutes ago"; the minute itself where that is more than a month ago. */
function ageText(time: Date, now = Date.now()): string {
  const passed = now - time.getTime();
  const [size, unit] = AGES.findLast(([one]) => passed >= one) ?? [];
  if (size === undefined) return 'just now';
  const count = Math.floor(passed / size);
  return unit === 'day' && count > 30 ? minuteOf(time) : `${counted(count, unit)} ago`;
}
