import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventName } from '@wavehooks/hooks';
import { specOf as eventSpec, isAboutTool } from '@wavehooks/hooks/vocabulary';
import { sampleCall } from '../event/sample-tools.ts';
import { BUILD_NODE } from './build-step.ts';
import { eventOf, type Started, type Starter } from './starter.ts';

interface LanguageSpec {
  /** The words that start it. */
  readonly runs: string;
  /** How the file ends that is started, and the one that is written. */
  readonly started: string;
  readonly written: string;
  /** What else there is to do. */
  readonly next: readonly string[];
  /** Files that all hooks of a directory share; the first makes the started one. */
  readonly shared: readonly { readonly file: string; readonly what: string }[];
}

const plain = (runs: string, ending: string): LanguageSpec => ({
  ...{ runs, started: ending, written: ending, next: [], shared: [] },
});

/** The languages that a first hook can be written in. */
export const LANGUAGES = {
  bash: plain('bash', 'sh'),
  // Isolated: otherwise a module of the project's can stand in for one of Python's library.
  python: plain('python3 -I', 'py'),
  javascript: plain('node', 'mjs'),
  typescript: {
    ...{ runs: 'node', started: 'mjs', written: 'ts' },
    next: [`node DIR/build.mjs        after every change; needs Node ${BUILD_NODE} or newer`],
    shared: [
      { file: 'build.mjs', what: 'its build step' },
      { file: 'tsconfig.json', what: 'for tsc -p' },
    ],
  },
} as const satisfies Record<string, LanguageSpec>;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

export const specOf = (language: Language): LanguageSpec => LANGUAGES[language];

/** The examples that are written as first hooks, by the directory that they are in. */
export const makeTemplates = (dir: string) => {
  const read = (file: string) => readFileSync(join(dir, file), 'utf8');
  return {
    /** A hook in a language, for an event. With the kit every type is inferred: it is one text for both languages. */
    hook(starter: Starter, event: EventName, language: Language, hasKit: boolean): string {
      const { runs, written } = specOf(language);
      if (runs !== 'node') return forEvent(read(`${starter}.${written}`), starter, event);
      const text = read(hasKit ? `${starter}.kit.mjs` : `${starter}.ts`);
      return forEvent(hasKit || written === 'ts' ? text : untyped(text), starter, event);
    },
    shared: read,
    scenario: (event: EventName, started: Started, command: string, program: string): string =>
      scenarioText(JSON.parse(read(`${started.starter}.scenario.json`)), event, started, {
        hook: { command, onError: 'block' },
        needs: [program],
      }),
  };
};

export type Templates = ReturnType<typeof makeTemplates>;

/** Some fit many events; they are written for one of them. */
function forEvent(text: string, starter: Starter, event: EventName): string {
  const own = eventOf(starter);
  return text.replaceAll(eventSpec(own).when, eventSpec(event).when).replaceAll(own, event);
}

/** TypeScript whose types are interfaces of their own, and `as` with their names. */
const untyped = (text: string): string =>
  text.replace(/^interface [\s\S]*?^\}\n\n/gm, '').replace(/ as \w+;$/gm, ';');

interface Scenarios {
  readonly event: string;
  readonly scenarios: readonly { readonly name: string; readonly input?: object }[];
}

function scenarioText(
  { event: own, scenarios }: Scenarios,
  event: EventName,
  { tool }: Started,
  head: object,
): string {
  const fitting = scenarios.map(({ name, ...rest }) => ({
    name,
    ...rest,
    ...(isAboutTool(event) ? { tool, input: inputFor(tool, rest.input) } : {}),
    ...(event === own ? {} : { fields: eventSpec(event).sample }),
  }));
  return `${JSON.stringify({ ...head, event, scenarios: fitting }, null, 2)}\n`;
}

/** What a scenario says of its input, in a call of this tool; a command is all that one needs. */
const inputFor = (tool: string, input: object = {}): object =>
  'command' in input ? input : { ...sampleCall(tool, '${cwd}')?.input, ...input };
