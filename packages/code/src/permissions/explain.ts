import {
  type Explained,
  inputFrom,
  openExplainer,
  PERMISSION_MODES,
  type PermissionMode,
  ruleFault,
} from '@wavehooks/agent-sdk';
import { type Command, readArgs, refuseMore, UsageError } from '../cli/command.ts';
import { exactLine, exactly } from '../cli/style.ts';
import { type OptionRows, usageOf } from '../cli/usage.ts';
import { problemsText } from '../hooks/settings/look.ts';
import { OPEN_FLAGS, openOptions } from '../hooks/settings/open-options.ts';
import { explainLines } from './explain-lines.ts';

const rule = (about: string) => ({ type: 'string', value: 'RULE', multiple: true, about }) as const;

const { settings: file, only: alone, json } = OPEN_FLAGS;

const FLAGS = {
  mode: { type: 'string', value: 'MODE', about: PERMISSION_MODES.join(' | ') },
  allow: rule('one more allow rule; may be repeated, as the others'),
  ask: rule('one more ask rule'),
  deny: rule('one more deny rule'),
  settings: file,
  only: alone,
  json,
  stdin: { type: 'boolean', about: 'read JSON lines, print one JSON line for each, in order' },
} as const satisfies OptionRows;

const USAGE = usageOf({
  forms: [
    'wave permissions explain [options] TOOL INPUT',
    'wave permissions explain [options] --stdin < FILE',
  ],
  about: `INPUT is the call's input as JSON; for Bash also the command itself:
  wave permissions explain Bash 'git push -f'
  wave permissions explain Edit '{"file_path": "src/a.ts"}'

A line is {"command": "..."} or {"tool": "...", "input": {...}}, with "allow", "ask" and "deny" as lists of
rules, and "mode". The rules of a line take the place of those of the settings; rules of options are added to
both. Nothing is run, and no hook is asked.`,
  options: FLAGS,
});

/** `wave permissions explain`: exit 0 with the answer; 1 for what is no call. */
export const explain: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  const { allow = [], ask = [], deny = [] } = values;
  const mode = modeNamed(values.mode);
  refuseFaulty({ allow, ask, deny });
  const { settings, only, projectHooks, home } = openOptions(values, io, USAGE);
  const explainer = openExplainer({
    workdir: io.cwd,
    home,
    settingSources: only ? [] : ['user', 'project', 'local'],
    ...(settings === undefined ? {} : { settings }),
    ...(projectHooks === undefined ? {} : { projectHooks }),
    ...(mode === undefined ? {} : { permissionMode: mode }),
    permissions: { allow, ask, deny },
  });
  if (values.stdin) {
    refuseMore(positionals, USAGE);
    return explainLines(explainer.explain, io);
  }
  const [tool, text, ...rest] = positionals;
  if (tool === undefined || text === undefined)
    throw new UsageError(`which tool, and which input?\n${USAGE}`);
  refuseMore(rest, USAGE);
  const explained = told(() => explainer.explain({ tool, input: inputFrom(tool, text) }));
  if (values.json) io.out(`${JSON.stringify({ tool, ...explained, hooks: 'not asked' })}\n`);
  else {
    io.err(problemsText(explainer.problems, (_, part) => part));
    io.out(explainedText(explained));
  }
  return 0;
};

function modeNamed(word: string | undefined): PermissionMode | undefined {
  const mode = PERMISSION_MODES.find((one) => one === word);
  if (word !== undefined && mode === undefined)
    throw new UsageError(`--mode: expected ${PERMISSION_MODES.join(', ')}, got "${exactly(word)}"`);
  return mode;
}

/** A rule that means nothing explains nothing. */
function refuseFaulty(rules: Readonly<Record<'allow' | 'ask' | 'deny', readonly string[]>>): void {
  for (const list of ['allow', 'ask', 'deny'] as const)
    for (const rule of rules[list]) {
      const fault = ruleFault(list, rule);
      if (fault !== undefined) throw new UsageError(`--${list}: ${fault}`);
    }
}

function told<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

const WORDS: Readonly<Record<Explained['decision'], string>> = {
  allow: 'allow: it runs without a question',
  ask: 'ask: you are asked first',
  deny: 'deny: it does not run',
};

const explainedText = ({ decision, why, row, mode, commands }: Explained): string =>
  [
    WORDS[decision],
    `  because: ${exactLine(why)} (row ${row} of the table: wave help permissions)`,
    `  mode: ${mode}`,
    ...(commands.length === 0 ? [] : ['  commands:', ...commands.map(commandLine)]),
    '  Hooks are not asked here; they may decide otherwise.',
    '',
  ].join('\n');

const commandLine = (command: string): string => `    ${exactLine(command)}`;
