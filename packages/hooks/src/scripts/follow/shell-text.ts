import { readText, type TextRead, type Variables } from '../names/commands.ts';

const SELF = String.raw`"?(?:\$0|\$\{0\}|\$BASH_SOURCE|\$\{BASH_SOURCE(?:\[0\])?\}|\$\{\(%\):-%[xN]\})"?`;
const REAL = String.raw`(?:"?(?:\$\(|\x60)\s*(?:readlink -f|realpath)(?: --)? ${SELF}\s*(?:\)|\x60)"?|${SELF})`;
const OF = String.raw`(?:\$\(|\x60)\s*dirname(?: --)? ${REAL}\s*(?:\)|\x60)`;

/** The ways in which shell scripts name the directory they are in. */
const DIRECTORY = new RegExp(
  `^(?:${[
    String.raw`(?:\$\(|\x60)\s*(?:CDPATH=\s*)?(?:builtin )?cd(?: -P| --)* "?${OF}"?(?:\s*>\s*/dev/null(?: 2>&1)?)?\s*(?:&&|;)\s*pwd(?: -P)?\s*(?:\)|\x60)`,
    OF,
    String.raw`\$\{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\}`,
    String.raw`\$\{0:(?:[aA]:)?h\}`,
  ].join('|')})$`,
);

/** The commands of a script that is in a directory. Where it cannot be read to its end, those of each line. */
export function readScript(text: string, variables: Variables, here: string): TextRead {
  const expansion = (raw: string) => (DIRECTORY.test(raw) ? here : undefined);
  const read = readText(text, variables, expansion);
  if (read.whole) return read;
  const lines = text.split('\n', MOST_LINES).map((line) => readText(line, variables, expansion));
  return { ...read, commands: [read, ...lines].flatMap(({ commands }) => commands) };
}

const MOST_LINES = 1_000;
