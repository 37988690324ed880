import type { Code } from './step.ts';

/** Stands for the directory that a program runs in, as a file in it does for others. */
export const RUNS_HERE = '.';

const SHOWS = /^(--version|-V+|--help\S*|-[h?])$/;
const FLAGS = /^-[bBdEiIOPqRsSuvx]+$/;
const WITH_VALUE = /^-[bBdEiIOPqRsSuvx]*[WX]$/;
const GIVEN = /^-([bBdEiIOPqRsSuvx]*)([cm])(.*)$/s;

/**
 * What Python runs that is no file: a text, a module by its name, or its input. It looks for modules in the
 * directory that it runs in then, before its library. Undefined where it runs a file, or nothing.
 */
export function pythonStart(args: readonly (string | undefined)[]): Code | undefined {
  let isolated = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === undefined || arg === '-') break;
    if (SHOWS.test(arg)) return undefined;
    const [, flags = '', given, value = ''] = GIVEN.exec(arg) ?? [];
    isolated ||= /[IP]/.test(given ? flags : FLAGS.test(arg) ? arg : '');
    if (given) return start(isolated, textOf(given, value || args[at + 1]));
    if (WITH_VALUE.test(arg)) at++;
    else if (!arg.startsWith('-')) return undefined;
  }
  return start(isolated, '');
}

const start = (isolated: boolean, text: string): Code => ({
  file: RUNS_HERE,
  as: 'python',
  text,
  ...(isolated ? { roots: [] } : {}),
});

/** A package that is run has its own start. */
const textOf = (given: string, value = ''): string =>
  given === 'm' ? `import ${value}.__main__` : value;
