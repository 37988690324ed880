import { BUILD, BUILD_NODE, TSCONFIG } from './build-step.ts';
import { kitModule } from './modules-kit.ts';
import { plainModule } from './modules-plain.ts';
import type { PlannedFile, Wanted } from './plan.ts';
import { BASH, PYTHON, textOf } from './scripts.ts';

type Template = Omit<PlannedFile, 'path'> & { readonly file: string };

interface LanguageSpec {
  /** What starts it, and what has to be there for that. */
  readonly runs: string;
  readonly program: string;
  /** How the file ends that is started. */
  readonly started: string;
  readonly files: (wanted: Wanted) => readonly Template[];
  /** What else there is to do. */
  readonly next: readonly string[];
  /** A file that makes the started one. */
  readonly build?: string;
}

const script = (file: string, content: string): Template => ({
  file,
  what: 'the hook',
  content,
  mode: 0o755,
});

/** One for all hooks of a directory. */
const SHARED = { mode: 0o644, shared: true } as const;

/** The languages that a first hook can be written in. */
export const LANGUAGES = {
  bash: {
    runs: 'bash',
    program: 'bash',
    started: 'sh',
    files: ({ name, event, started }) => [
      script(`${name}.sh`, textOf(BASH, started.starter, event)),
    ],
    next: [],
  },
  python: {
    runs: 'python3',
    program: 'python3',
    started: 'py',
    files: ({ name, event, started }) => [
      script(`${name}.py`, textOf(PYTHON, started.starter, event)),
    ],
    next: [],
  },
  javascript: {
    runs: 'node',
    program: 'node',
    started: 'mjs',
    files: (wanted) => [script(`${wanted.name}.mjs`, moduleText(wanted, false))],
    next: [],
  },
  typescript: {
    runs: 'node',
    program: 'node',
    started: 'mjs',
    files: (wanted) => [
      script(`${wanted.name}.ts`, moduleText(wanted, true)),
      { ...SHARED, file: 'build.mjs', what: 'its build step', content: BUILD },
      { ...SHARED, file: 'tsconfig.json', what: 'for tsc -p', content: TSCONFIG },
    ],
    next: [`node DIR/build.mjs        after every change; needs Node ${BUILD_NODE} or newer`],
    build: 'build.mjs',
  },
} as const satisfies Record<string, LanguageSpec>;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

export const specOf = (language: Language): LanguageSpec => LANGUAGES[language];

const moduleText = ({ event, started: { starter }, hasKit }: Wanted, typed: boolean): string =>
  hasKit ? kitModule(starter, event) : plainModule(starter, event, typed);
