import { homedir } from 'node:os';
import { dirname, relative } from 'node:path';
import { isWithin } from '../files/paths.ts';
import type { Tool } from '../vocabulary/tool.ts';
import { commandPrefixes, isAskedEachTime } from './command-prefix.ts';
import type { Look } from './facts/facts.ts';

interface Call {
  readonly tool: Tool;
  readonly input: Record<string, unknown>;
}

/** What a user may be offered to say once and for all. */
export interface Offered {
  /** The rule for this very call. */
  readonly exact?: string;
  /** All rules, the narrowest first: this call, then those like it. */
  readonly rules: readonly string[];
  /** Of a command of several parts: a rule for each that needs one. They spare the question together. */
  readonly together?: readonly string[];
}

/** Whether these rules would spare the question. */
export type Settles = (...rules: string[]) => boolean;

/**
 * The rules that would spare the user this question: only those that in fact do. None where no rule can,
 * as where a hook asks.
 */
export function offeredRules(call: Call, look: Look, settles: Settles): Offered {
  const exact = exactRules(call, look).find((rule) => settles(rule));
  const all = widerRules(call, look);
  const wider = all.find((rule) => rule !== exact && settles(rule));
  const together = wider === undefined && all.length > 1 && settles(...all);
  return {
    ...(exact === undefined ? {} : { exact }),
    rules: [exact, wider].filter((rule) => rule !== undefined),
    ...(together ? { together: all.filter((rule) => !settles(...without(all, rule))) } : {}),
  };
}

const without = (rules: readonly string[], one: string): string[] =>
  rules.filter((rule) => rule !== one);

function exactRules({ tool, input }: Call, { place, files }: Look): string[] {
  if (tool.files) {
    const name = nameFor(tool);
    return files.flatMap(({ path: file }) => {
      if (isWild(file)) return [];
      const inside = relative(place.projectDir, file);
      const whole = `${name}(/${file})`;
      if (inside.startsWith('..')) return [whole];
      // A name without a slash would mean files of that name in every directory.
      return [`${name}(${inside.includes('/') ? inside : `./${inside}`})`, whole];
    });
  }
  const subject = tool.subject?.(input);
  if (subject === undefined) return [tool.name];
  if (tool.name === 'Bash' && isAskedEachTime(subject)) return [];
  // A star would mean more than this call: `rm *` is every rm.
  return subject.includes('*') ? [] : [`${tool.name}(${subject})`];
}

/** Calls like this one: commands that begin so, files of this directory. Of pages the rule is for their host at once. */
function widerRules({ tool, input }: Call, look: Look): readonly string[] {
  if (tool.files) return directoryRules(tool, look);
  const command = tool.name === 'Bash' ? (tool.subject?.(input) ?? '') : '';
  if (isAskedEachTime(command)) return [];
  return commandPrefixes(command).map((prefix) => `${tool.name}(${prefix})`);
}

/** A directory that holds the project or the home directory is no place of its own. */
function directoryRules(tool: Tool, { place: { projectDir }, files }: Look): readonly string[] {
  return files.flatMap(({ path }) => {
    const dir = dirname(path);
    if (isWild(dir) || [projectDir, homedir()].some((one) => isWithin(dir, one))) return [];
    const inside = relative(projectDir, dir);
    return [`${nameFor(tool)}(${inside.startsWith('..') ? `/${dir}` : inside}/**)`];
  });
}

const nameFor = ({ effect }: Tool) => (effect === 'edit' ? 'Edit' : 'Read');

/** Such a name would be a pattern, and mean other files as well. */
const isWild = (path: string): boolean => /[*?[]/.test(path);
