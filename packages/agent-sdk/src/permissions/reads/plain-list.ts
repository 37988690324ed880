import type { Analysis } from '@wavehooks/shell/rules';
import type { LookedPart } from './command-reads.ts';

/** Quoted text without a substitution, and single characters with a backslash. */
const QUOTED = /\\[^\n]|'[^']*'|"(?:\\.|[^"\\$`]|\$(?=[\w?]))*"/gs;

/** Groups, substitutions, patterns with braces, here-documents, comments, quotes that are not closed. */
const NOT_PLAIN = /[(){}`#<"'\\!]/;

const LINK = /(\|\||&&|\|&?|;|\n)/;

/**
 * Whether each command gets its input from another one, where a text is a plain list: commands joined by
 * `&&`, `||`, `;`, `|` and line ends, and nothing around them. Else undefined.
 */
export function fedCommands(
  { source }: Analysis,
  parts: readonly LookedPart[],
): readonly boolean[] | undefined {
  // The text of `$'...'` ends elsewhere.
  if (/\$['"]/.test(source)) return undefined;
  const bare = bareText(source);
  if (NOT_PLAIN.test(bare)) return undefined;
  const fed: boolean[] = [];
  let piped = false;
  let empty = true;
  for (const [at, text] of bare.split(LINK).entries()) {
    if (at % 2 === 1) {
      // A line may end after a pipe.
      if (!empty || text !== '\n') piped = text.startsWith('|') && text !== '||';
      continue;
    }
    const [word] = text.trim().split(/\s+/).filter(isNoAssignment);
    empty = word === undefined;
    if (word === undefined) continue;
    const first = parts[fed.length]?.plain.part.command.words[0];
    if (first === undefined || bareText(first.raw) !== word) return undefined;
    fed.push(piped);
  }
  return fed.length === parts.length ? fed : undefined;
}

const bareText = (text: string): string => text.replace(QUOTED, '_');

const isNoAssignment = (word: string): boolean => word !== '' && !/^\w+=/.test(word);
