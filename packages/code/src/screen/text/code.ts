import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { Paint, Role } from './theme.ts';

const MARKUP = { css, diff, json, markdown, xml, yaml };
const PROGRAMS = { bash, go, java, javascript, python, rust, sql, typescript };
for (const [name, language] of Object.entries({ ...MARKUP, ...PROGRAMS }))
  hljs.registerLanguage(name, language);

/** Longer than that, colours are not worth the wait. */
const MAX_CHARS = 50_000;

/** A part of a line of code, and what it is. */
export interface Piece {
  readonly text: string;
  readonly role: Role;
}

/** Code in lines, highlighted where the language is known. */
export function highlighted(code: string, language: string, paint: Paint): string[] {
  const lines = piecesOf(code, language.trim().split(/[\s,{]/)[0] ?? '');
  if (!lines) return code.split('\n').map((line) => paint('code', line));
  return lines.map((pieces) => pieces.map(({ role, text }) => paint(role, text)).join(''));
}

/** Each line in its pieces; undefined where the language is not known, or the code too long. */
export function piecesOf(code: string, language: string): Piece[][] | undefined {
  if (!hljs.getLanguage(language) || code.length > MAX_CHARS) return undefined;
  return piecesIn(hljs.highlight(code, { language, ignoreIllegals: true }).value);
}

/** The highlighter writes HTML: spans become roles, each line by itself, so that lines can be moved. */
function piecesIn(html: string): Piece[][] {
  const open: Role[] = [];
  return html.split('\n').map((line) =>
    line.split(/(<\/?span[^>]*>)/).flatMap((piece) => {
      if (piece.startsWith('<span')) open.push(roleOf(piece));
      else if (piece === '</span>') open.pop();
      else if (piece !== '') return [{ text: decoded(piece), role: open.at(-1) ?? 'plain' }];
      return [];
    }),
  );
}

const ROLES: Readonly<Record<string, Role>> = {
  keyword: 'agent',
  built_in: 'accent',
  type: 'accent',
  literal: 'accent',
  number: 'accent',
  string: 'good',
  regexp: 'good',
  comment: 'quiet',
  title: 'strong',
  attr: 'accent',
  variable: 'plain',
  meta: 'quiet',
  addition: 'added',
  deletion: 'removed',
};

const roleOf = (span: string): Role => ROLES[/hljs-([a-z_]+)/.exec(span)?.[1] ?? ''] ?? 'plain';

/** Highlighter and lexer write some characters as HTML would have them. */
export const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity);

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
};
