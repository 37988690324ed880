import { EVENT_NAMES } from 'wave-hooks';
import type { Io } from '../../cli/command.ts';
import { LANGUAGES } from './templates.ts';

interface Answers {
  readonly name: string;
  readonly event: string;
  readonly language: string;
}

/** What is asked, and what an empty answer means. */
const QUESTIONS: { readonly [K in keyof Answers]: { question: string; otherwise: string } } = {
  name: { question: 'What shall it be called?', otherwise: 'my-hook' },
  event: { question: `When shall it run? (${EVENT_NAMES.join(', ')})`, otherwise: 'PreToolUse' },
  language: {
    question: `In which language? (${Object.keys(LANGUAGES).join(', ')})`,
    otherwise: 'bash',
  },
};

/** Three questions at a terminal, for what no flag has told; elsewhere the usual answers. */
export async function answersOf(
  given: { readonly [K in keyof Answers]?: string | undefined },
  io: Io,
): Promise<Answers> {
  const keys = Object.keys(QUESTIONS) as (keyof Answers)[];
  const open = keys.filter((key) => given[key] === undefined);
  const asked =
    open.length > 0 && io.stdinIsTerminal() ? await ask(open) : ({} as Partial<Answers>);
  return Object.fromEntries(
    keys.map((key) => [key, given[key] ?? (asked[key] || QUESTIONS[key].otherwise)]),
  ) as unknown as Answers;
}

async function ask(keys: readonly (keyof Answers)[]): Promise<Partial<Answers>> {
  const { createInterface } = process.getBuiltinModule('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answers: Record<string, string> = {};
  try {
    for (const key of keys) {
      const { question, otherwise } = QUESTIONS[key];
      answers[key] = (await lines.question(`${question} [${otherwise}] `)).trim();
    }
  } finally {
    lines.close();
  }
  return answers;
}
