import { EVENT_NAMES, type EventName, isEventName } from '@wavehooks/hooks';
import { wrongEvent } from '@wavehooks/hooks/vocabulary';
import { type Io, UsageError } from '../../cli/command.ts';
import { starterFor } from './starter.ts';
import { isLanguage, LANGUAGES, type Language } from './templates.ts';

interface Answers {
  readonly name: string;
  readonly event: EventName;
  readonly language: Language;
}

type Key = keyof Answers;
type Given = { readonly [K in Key | 'matcher']?: string | undefined };

interface Question {
  readonly flag: string;
  readonly question: string;
  /** What an empty answer means; by what is known already. */
  readonly otherwise: (known: Given) => string;
  /** What is wrong with an answer. */
  readonly wrong: (answer: string) => string | undefined;
}

const QUESTIONS: Record<Key, Question> = {
  event: {
    flag: '--event EVENT',
    question: `When should it run? (${EVENT_NAMES.join(', ')})`,
    otherwise: () => 'PreToolUse',
    wrong: (event) => (isEventName(event) ? undefined : wrongEvent(event)),
  },
  language: {
    flag: '--language LANGUAGE',
    question: `In which language? (${Object.keys(LANGUAGES).join(', ')})`,
    otherwise: () => 'bash',
    wrong: (language) =>
      isLanguage(language)
        ? undefined
        : `expected one of ${Object.keys(LANGUAGES).join(', ')}, got "${language}"`,
  },
  name: {
    flag: 'NAME',
    question: 'What is its name?',
    otherwise: ({ event, matcher }) => nameFor(event, matcher),
    wrong: (name) =>
      /^[a-z0-9][\w-]{0,59}$/i.test(name)
        ? undefined
        : `expected letters, digits, "-" and "_", got "${name}"`,
  },
};
const KEYS = Object.keys(QUESTIONS) as Key[];

/** A name that says what the hook does. What is wrong with a matcher is told later, by itself. */
function nameFor(event: string | undefined, matcher: string | undefined): string {
  const started = isEventName(event) ? starterFor(event, matcher) : undefined;
  return typeof started === 'object' ? started.starter : 'my-hook';
}

/**
 * What the flags say; the rest is asked at a terminal. Without one, event and language have to be
 * given, and a hook without a name is called by what it does.
 */
export async function answersOf(given: Given, io: Io, usage: string): Promise<Answers> {
  for (const key of KEYS) {
    const wrong = given[key] === undefined ? undefined : QUESTIONS[key].wrong(given[key]);
    if (wrong) throw new UsageError(`${key}: ${wrong}\n${usage}`);
  }
  const open = KEYS.filter((key) => given[key] === undefined);
  if (open.length > 0 && io.stdinIsTerminal()) return (await ask(given, open, io)) as Answers;
  const missing = open.filter((key) => key !== 'name');
  if (missing.length > 0)
    throw new UsageError(
      `without a terminal, also give ${missing.map((key) => QUESTIONS[key].flag).join(', ')}\n${usage}`,
    );
  return { name: nameFor(given.event, given.matcher), ...defined(given) } as Answers;
}

const defined = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

async function ask(given: Given, keys: readonly Key[], io: Io): Promise<Given> {
  const { createInterface } = process.getBuiltinModule('node:readline');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Read one by one: an answer that was typed ahead of its question waits for it.
  const typed = lines[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await typed.next();
    if (done) throw new UsageError('no answer came; nothing was written');
    return value.trim();
  };
  let answers = given;
  try {
    for (const key of keys)
      answers = { ...answers, [key]: await askOne(QUESTIONS[key], answers, next, io) };
  } finally {
    lines.close();
  }
  return answers;
}

const MAX_TRIES = 3;

async function askOne(
  { question, otherwise, wrong }: Question,
  known: Given,
  next: () => Promise<string>,
  io: Io,
): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    io.err(`${question} [${otherwise(known)}] `);
    const answer = (await next()) || otherwise(known);
    const problem = wrong(answer);
    if (problem === undefined) return answer;
    io.err(`  ${problem}\n`);
  }
  throw new UsageError(`${MAX_TRIES} answers did not fit; nothing was written`);
}
