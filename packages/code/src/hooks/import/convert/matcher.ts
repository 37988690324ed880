import { compileMatcher, judge } from '@wavehooks/hooks/vocabulary';
import type { ToolNames } from '../peers/peer.ts';

/** A matcher of ours, and the pieces of the foreign one that have no counterpart. */
export interface OurMatcher {
  /** undefined: nothing of it could be taken over. */
  readonly matcher: string | undefined;
  readonly lost: readonly { readonly piece: string; readonly why: string }[];
}

/** Says a foreign matcher with our tools' names. What it matches is found by asking it. */
export function convertMatcher(text: string, tools: ToolNames): OurMatcher {
  if (text.trim() === '' || text.trim() === '*') return { matcher: text, lost: [] };
  const found = piecesOf(text).map((piece) => ({ piece, ...convertPiece(piece, tools) }));
  const lost = found.flatMap(({ piece, lost }) => lost.map((why) => ({ piece, why })));
  if (found.some(({ all }) => all)) return { matcher: '*', lost };
  const names = [...new Set(found.flatMap(({ names }) => names))];
  const patterns = found.flatMap(({ pattern }) => pattern ?? []);
  return { matcher: written(names, patterns), lost };
}

interface Piece {
  readonly names: readonly string[];
  readonly pattern?: string;
  readonly all?: boolean;
  readonly lost: readonly string[];
}

/** Alternatives at the top; where there are brackets the whole is one piece. */
const piecesOf = (text: string): string[] =>
  /[()[\]\\]/.test(text)
    ? [text]
    : text
        .split('|')
        .map((piece) => piece.trim())
        .filter((piece) => piece !== '');

function convertPiece(piece: string, tools: ToolNames): Piece {
  if (/^\^?mcp__/.test(piece)) return { names: [], pattern: piece, lost: [] };
  if (/^\^?mcp_/.test(piece)) return { names: [], lost: [tools.foreignMcp] };
  const known = Object.keys(tools.names);
  const hit = hits(piece, [...known, UNKNOWN_TOOL], tools.exactLists);
  if (typeof hit === 'string') return { names: [], lost: [hit] };
  if (hit.length > known.length) return { names: [], all: true, lost: [] };
  if (hit.includes(UNKNOWN_TOOL))
    return { names: [], lost: ['it also matches tools that cannot be listed'] };
  if (hit.length === 0) return { names: [], lost: ['it matches no tool that is known here'] };
  const alone = hit.filter((name) => tools.names[name]?.length === 0);
  return {
    names: hit.flatMap((name) => tools.names[name] ?? []),
    lost: alone.map((name) => `Wave has no tool like ${name}`),
  };
}

/** Stands for all the tools that nobody here knows. */
const UNKNOWN_TOOL = 'some-other_Tool9';

/** The names that a piece matches; a text when that cannot be told. */
function hits(piece: string, names: readonly string[], exactLists: boolean): string[] | string {
  if (exactLists && /^\w+$/.test(piece)) return names.filter((name) => name === piece);
  // In brackets even a plain name is a pattern for the engine.
  const pattern = compileMatcher(`(?:${piece})`);
  if ('error' in pattern) return pattern.error;
  const slow = names.some((name) => judge(pattern, name) === undefined);
  return slow ? `/${piece}/ takes too long to try` : names.filter((name) => judge(pattern, name));
}

function written(names: readonly string[], patterns: readonly string[]): string | undefined {
  if (names.length + patterns.length === 0) return undefined;
  if (patterns.every((pattern) => /^[\w-]+$/.test(pattern)))
    return [...names, ...patterns].join('|');
  // Among patterns a bare name would match inside of longer ones.
  return [...(names.length > 0 ? [`^(?:${names.join('|')})$`] : []), ...patterns].join('|');
}
