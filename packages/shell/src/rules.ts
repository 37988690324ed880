/** What permission rules need: patterns of commands, and a command as they look at it. */
export { namesSetBy } from './code/builtins.ts';
export { OPEN_VARIABLE } from './reads/checks.ts';
export { type PlainPart, plainParts } from './reads/plain-parts.ts';
export { mayOnlyRead, type Reading, readingOf, STREAM } from './reads/reading.ts';
export { type Analysis, analyseShell, type Part } from './rules/analyse-shell.ts';
export { compilePattern, coversText, type Pattern } from './rules/command-pattern.ts';
export {
  type CommandRule,
  everyCommandRule,
  type Held,
  ruleOver,
  rulesByPart,
} from './rules/judge-command.ts';
export { writesFile } from './rules/purity.ts';
export { optionsOf } from './runs/command-options.ts';
export { hasUnknownVerb } from './runs/command-verb.ts';
export { onlyReads } from './runs/only-reads.ts';
export { type Command, literal, type Piece, type Redirect, type Word } from './text/command.ts';
export { programOf } from './text/program-name.ts';
export type { Unread } from './text/unread.ts';
export { textsOf, type Values, valuesOf } from './text/variable-values.ts';
export { shortened } from './text/written-as.ts';
