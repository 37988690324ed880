import type { Path } from '@wavehooks/hooks/entries';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { linesOf, saysNothing, withoutRemark, YamlFault, type YamlLine } from './yaml-lines.ts';
import { scalarOf } from './yaml-scalar.ts';

/** What front matter says, and on which line each piece of it stands. */
export interface Yaml {
  readonly value: Readonly<Record<string, unknown>>;
  /** The line of a piece, or of the closest one above it. */
  lineOf(path: Path): number;
}

/**
 * Reads the YAML that people write in front matter: maps, lists, texts in all their forms. What it does
 * not read (anchors, tags, several documents) is a `YamlFault`, never a guess.
 */
export function readYaml(text: string, firstLine: number): Yaml {
  const reader = new Reader(linesOf(text, firstLine));
  const value = reader.block(0, []);
  if (value !== null && !isObject(value))
    throw new YamlFault(firstLine, 'expected "name: value" lines, got a list');
  return {
    value: value ?? {},
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const line = reader.places.get(JSON.stringify(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return firstLine;
    },
  };
}

const MAX_DEPTH = 20;
const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s"'#[\]{},&*!|>%@`-][^:#]*?|-[^\s:]+))\s*:(?:\s+(.*))?$/;
const TEXT_BLOCK = /^([|>])([+-]?)\d*\s*(#.*)?$/;

/** A place in the text that moves on. */
class Reader {
  readonly places = new Map<string, number>();
  readonly #lines: YamlLine[];
  #at = 0;

  constructor(lines: YamlLine[]) {
    this.#lines = lines;
  }

  /** The list or map that begins here, at least so far to the right; null where there is none. */
  block(least: number, path: Path): unknown {
    const line = this.#next();
    if (!line || line.indent < least) return null;
    if (path.length > MAX_DEPTH) throw new YamlFault(line.number, 'nested too deeply to be read');
    return isItem(line) ? this.#list(line.indent, path) : this.#map(line.indent, path);
  }

  #next(): YamlLine | undefined {
    while (this.#lines[this.#at] && saysNothing(this.#lines[this.#at] as YamlLine)) this.#at++;
    return this.#lines[this.#at];
  }

  #list(indent: number, path: Path): unknown[] {
    const items: unknown[] = [];
    for (let line = this.#next(); line?.indent === indent && isItem(line); line = this.#next()) {
      const inner = line.text.slice(1).trimStart();
      const own = [...path, items.length];
      this.places.set(JSON.stringify(own), line.number);
      const column = indent + (line.text.length - inner.length);
      if (KEY.test(inner) || isItem({ text: inner })) {
        // What follows the dash is a block of its own that begins further to the right.
        this.#lines[this.#at] = { ...line, indent: column, text: inner };
        items.push(this.block(column, own));
      } else items.push(this.#value(inner, line, own));
    }
    this.#ended(indent);
    return items;
  }

  #map(indent: number, path: Path): Record<string, unknown> {
    const found = new Map<string, unknown>();
    for (let line = this.#next(); line?.indent === indent; line = this.#next()) {
      const [whole, double, single, plain, rest = ''] = KEY.exec(line.text) ?? [];
      if (whole === undefined) throw new YamlFault(line.number, lineText(line));
      const name = double ?? single ?? plain ?? '';
      if (found.has(name)) throw new YamlFault(line.number, `"${name}" is given twice`);
      const own = [...path, name];
      this.places.set(JSON.stringify(own), line.number);
      found.set(name, this.#value(rest, line, own));
    }
    this.#ended(indent);
    return Object.fromEntries(found);
  }

  #ended(indent: number): void {
    const line = this.#next();
    if (line && line.indent > indent)
      throw new YamlFault(line.number, `expected ${indent} spaces in front of it`);
  }

  /** What stands behind a name or a dash, on its line and below. */
  #value(rest: string, line: YamlLine, path: Path): unknown {
    this.#at++;
    const [, style, chomp] = TEXT_BLOCK.exec(rest) ?? [];
    if (style !== undefined) return this.#text(line.indent, style, chomp ?? '');
    if (withoutRemark(rest) === '') {
      const next = this.#next();
      // A list may stand as far to the left as its name.
      const isList = next !== undefined && isItem(next) && next.indent === line.indent;
      const isItems = isList && !isItem(line);
      return this.block(isItems ? line.indent : line.indent + 1, path);
    }
    return scalarOf(/^["'[{]/.test(rest) ? rest : this.#goesOn(rest, line), line.number);
  }

  /** A plain text goes on in the lines below that stand further to the right. */
  #goesOn(first: string, { indent }: YamlLine): string {
    const parts = [first];
    for (let line = this.#lines[this.#at]; line; line = this.#lines[++this.#at]) {
      if (line.text !== '' && line.indent <= indent) break;
      // A name that stands too far to the right must not vanish in the text above it.
      if (/^[\w-]+:(\s|$)/.test(line.text))
        throw new YamlFault(line.number, `expected ${indent} spaces in front of it`);
      if (!saysNothing(line)) parts.push(line.text);
    }
    return parts.join(' ');
  }

  #text(indent: number, style: string, chomp: string): string {
    const own: YamlLine[] = [];
    for (let line = this.#lines[this.#at]; line; line = this.#lines[++this.#at]) {
      if (line.text !== '' && line.indent <= indent) break;
      own.push(line);
    }
    while (own.at(-1)?.text === '') own.pop();
    const least = Math.min(...own.filter(({ text }) => text !== '').map((line) => line.indent));
    const lines = own.map(({ text, indent: at }) => (text ? ' '.repeat(at - least) + text : ''));
    const text = style === '|' ? lines.join('\n') : folded(lines);
    return chomp === '-' || text === '' ? text : `${text}\n`;
  }
}

const isItem = ({ text }: Pick<YamlLine, 'text'>): boolean => text === '-' || text.startsWith('- ');

const lineText = ({ text }: YamlLine) =>
  `expected "name: value", got ${JSON.stringify(text.slice(0, 60))}`;

/** Lines that follow each other are one; an empty one is a line break. */
const folded = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/([^\n])\n(?=[^\n])/g, '$1 ')
    .replace(/\n\n/g, '\n');
