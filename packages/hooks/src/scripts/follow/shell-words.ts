import { type Segment, segmentsOf } from '../names/segments.ts';
import { splitWords, type Variables } from '../names/words.ts';

/** The name under which the directory of a script is known while its text is read. */
export const HERE = 'WAVE_READ_HERE';

const SELF = String.raw`"?(?:\$0|\$\{0\}|\$BASH_SOURCE|\$\{BASH_SOURCE(?:\[0\])?\}|\$\{\(%\):-%[xN]\})"?`;
const REAL = String.raw`(?:"?(?:\$\(|\x60)\s*(?:readlink -f|realpath)(?: --)? ${SELF}\s*(?:\)|\x60)"?|${SELF})`;
const OF = String.raw`(?:\$\(|\x60)\s*dirname(?: --)? ${REAL}\s*(?:\)|\x60)`;

/** The ways in which shell scripts name the directory they are in, the longest first. */
const DIRECTORY = new RegExp(
  [
    String.raw`(?:\$\(|\x60)\s*(?:CDPATH=\s*)?(?:builtin )?cd(?: -P| --)* "?${OF}"?(?:\s*>\s*/dev/null(?: 2>&1)?)?\s*(?:&&|;)\s*pwd(?: -P)?\s*(?:\)|\x60)`,
    OF,
    String.raw`\$\{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\}`,
    String.raw`\$\{0:(?:[aA]:)?h\}`,
  ].join('|'),
  'g',
);

/** The commands of a script, with the files that they name filled in as far as that can be done. */
export function commandsIn(text: string, known: Variables): Segment[] {
  const read = withoutHeredocs(text.replace(/^#!.*/, ''))
    .replace(DIRECTORY, `\${${HERE}}`)
    .replace(BRACE, '$1;')
    .replace(NOT, '$1 ');
  const filled = withConstants(read, known);
  return segmentsOf(splitWords(filled.text, filled.known).words);
}

/** Words around commands that are no part of them. */
const BRACE = /(^|[\s;&|()])[{}](?=[\s;&|)]|$)/g;
const NOT = /(^|[\n;&|(]|\b(?:if|while|until|then|do|else|elif)\b)[ \t]*!(?=[ \t])/g;

const HEREDOC = /<<-?[ \t]{0,9}(['"]?)(\w+)\1/;

/** Texts that stand in a script as they are; one whose end is not found may be none. */
export function withoutHeredocs(text: string): string {
  const lines = text.split('\n');
  const ends = Map.groupBy(
    lines.map((line, at) => ({ word: line.trim(), at })).filter(({ word }) => /^\w+$/.test(word)),
    ({ word }) => word,
  );
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    kept.push(line);
    const [, , word = ''] = HEREDOC.exec(line) ?? [];
    const waiting = ends.get(word) ?? [];
    while ((waiting[0]?.at ?? lines.length) <= at) waiting.shift();
    at = waiting[0]?.at ?? at;
  }
  return kept.join('\n');
}

const ASSIGNED =
  /(?:^|[\n;&])[ \t]*(?:export |readonly |local |declare (?:-\w+ )?)?([A-Za-z_]\w*)=("[^"\n]*"|[^\s;&|"'`]*)/g;

const MOST_CONSTANTS = 40;

/** Variables that a script sets once, to what is known, its own directory mostly, stand under new names. */
function withConstants(text: string, known: Variables): { text: string; known: Variables } {
  const names = Map.groupBy(text.matchAll(ASSIGNED), ([, name = '']) => name);
  const others = [...text.matchAll(SET_OTHERWISE)].join(' ');
  return [...names]
    .filter(([name, all]) => all.length === 1 && !new RegExp(`\\b${name}\\b`).test(others))
    .slice(0, MOST_CONSTANTS)
    .reduce((read, [name]) => withConstant(read, name), { text, known });
}

const SET_OTHERWISE = /\b(?:for|select|read|unset|getopts|printf -v)\b([^;\n]{0,200})/g;

function withConstant(
  read: { text: string; known: Variables },
  name: string,
): { text: string; known: Variables } {
  const [, , value = ''] = [...read.text.matchAll(ASSIGNED)].find(([, own]) => own === name) ?? [];
  const [word, ...more] = splitWords(value, read.known).words;
  if (word?.text === undefined || more.length > 0) return read;
  const own = `${HERE}_${name}`;
  const used = new RegExp(String.raw`\$(?:${name}\b|\{${name}\})`, 'g');
  return {
    text: read.text.replace(used, `\${${own}}`),
    known: { ...read.known, [own]: word.text },
  };
}
