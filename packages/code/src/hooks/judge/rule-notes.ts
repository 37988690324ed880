import type { Peer } from '../import/peers/peer.ts';
import { short } from '../import/peers/rules.ts';
import { type Note, never, word } from './judged.ts';

/** `Bash(git *)`: what permissions are written in. */
const RULE = /^\s*[A-Za-z]\w*\(.*\)\s*$/s;

/** Rules of permissions where a matcher belongs: all of it, or some names of a list. */
export function ruleNotes(peer: Peer, matcher: string): Note[] {
  if (RULE.test(matcher) && !/[|\\^$]/.test(matcher)) return [ruleNote(matcher, never)];
  const pieces = piecesOf(matcher);
  return pieces.length < 2
    ? []
    : pieces.filter((piece) => isRule(peer, piece)).map((piece) => ruleNote(piece, word));
}

/** Alternatives at the top: those in brackets belong to a pattern. */
const piecesOf = (matcher: string): string[] =>
  [...matcher.matchAll(/(?:\([^()]*\)|[^|()])+/g)].map(([piece]) => piece.trim());

/** In a pattern brackets are at home, so only a tool with something in them that no name has counts. */
const isRule = ({ toolNames }: Peer, piece: string): boolean => {
  const [, tool = '', inside = ''] = /^(\w+)\((.*)\)$/s.exec(piece) ?? [];
  return toolNames.includes(tool) && /[\s:/*]/.test(inside) && !inside.includes('|');
};

function ruleNote(raw: string, make: (text: string, fix: string) => Note): Note {
  const tool = raw.trim().replace(/\(.*$/s, '');
  return make(
    `"matcher" ${short(raw)} is a permission rule: a matcher sees only the tool's name`,
    `write "matcher": "${tool}", and "if": ${JSON.stringify(raw.trim())} in the hook`,
  );
}
