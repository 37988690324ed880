import { existsSync } from 'node:fs';
import { sessionFile, sessionsDir } from '@wavehooks/agent-sdk';
import type { Redactor } from '@wavehooks/settings/log';
import { quoted } from '../cli/shell-words.ts';
import type { Logged } from '../trace/build/logged.ts';
import { type Asked, keepingAsked, readCalls } from './asked-calls.ts';
import { openJudge } from './judge.ts';
import type { Period } from './period.ts';
import { type Saving, savingsOf } from './proposals.ts';
import { openRecords } from './read-log.ts';
import type { Proposal, Report } from './stats.ts';
import { statsOf } from './tally.ts';

export interface ReportParts {
  readonly logDir: string;
  readonly home: string;
  /** The project around the current directory. */
  readonly here: string;
  readonly period: Period;
  /** Only sessions of the project around the current directory. */
  readonly only: boolean;
  readonly redact: Redactor;
}

const MOST_RULES = 5;

/** Reads the log, the sessions that questions were asked in, and the settings as they are now. */
export function readReport({ logDir, home, here, period, only, redact }: ReportParts): Report {
  const log = openRecords(logDir);
  const projectOf = projectsIn(log.records('inventory'), here, home);
  const asked: Asked = { kept: [], all: 0 };
  const isOwn = ({ session }: Logged) => session !== undefined && projectOf(session) === here;
  const isIn = ({ time }: Logged) => Date.parse(time) >= period.from;
  const passes = only ? isOwn : () => true;
  const records = filtered(log.records(), (record) => isIn(record) && passes(record));
  const stats = statsOf(keepingAsked(records, asked), period, only ? { project: here } : {});
  const { calls, unread } = readCalls(asked.kept, projectOf, home);
  const problems = new Set<string>();
  if (asked.all > asked.kept.length)
    problems.add(`Rules are from the newest ${asked.kept.length} of ${asked.all} questions.`);
  const judge = openJudge(home, (problem) => problems.add(problem));
  const { savings, settled } = savingsOf(calls, judge, MOST_RULES);
  const state = log.state(period.from);
  return {
    ...stats,
    rules: {
      // A rule with a secret in it is none to keep, and one of several lines none to type.
      proposals: savings
        .filter(({ rule }) => redact(rule) === rule && !/\p{Cc}/u.test(rule))
        .map((one) => proposalOf(one, here)),
      settled,
      unread,
    },
    log: { ...state, notes: [...state.notes, ...problems] },
  };
}

/** Which project a session was in: its first record says so; else it is where its transcript lies. */
function projectsIn(records: Iterable<Logged>, here: string, home: string) {
  const known = new Map<string, string | undefined>();
  for (const record of records)
    if ('is' in record && record.is === 'inventory' && record.session !== undefined)
      if (typeof record.project === 'string') known.set(record.session, record.project);
  const dir = sessionsDir(home, here);
  return (session: string): string | undefined => {
    if (!known.has(session)) {
      const isHere = /^[\w-]+$/.test(session) && existsSync(sessionFile(dir, session));
      known.set(session, isHere ? here : undefined);
    }
    return known.get(session);
  };
}

function* filtered(records: Iterable<Logged>, passes: (record: Logged) => boolean) {
  for (const record of records) if (passes(record)) yield record;
}

function proposalOf({ rule, saves, project }: Saving, here: string): Proposal {
  const add = `wave permissions add allow ${quoted(rule)}`;
  if (project === undefined) return { rule, saves, command: `${add} --user` };
  const command = project === here ? add : `cd ${quoted(project)} && ${add}`;
  return { rule, saves, project, command };
}
