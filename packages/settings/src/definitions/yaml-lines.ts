/** A line of YAML that says something. */
export interface YamlLine {
  readonly indent: number;
  readonly text: string;
  /** Counted in the file, from 1. */
  readonly number: number;
}

/** Why a text is not read, and where. */
export class YamlFault extends Error {
  readonly line: number;
  constructor(line: number, text: string) {
    super(text);
    this.line = line;
  }
}

/** The lines of a text, those that say nothing included: a block of text needs them. */
export function linesOf(text: string, first: number): YamlLine[] {
  return text.split(/\r?\n/).map((raw, at) => {
    const [space = ''] = /^[ \t]*/.exec(raw) ?? [];
    const number = first + at;
    const rest = raw.slice(space.length).trimEnd();
    if (space.includes('\t') && rest !== '')
      throw new YamlFault(number, 'expected spaces at the start of the line, got a tab');
    return { indent: space.length, text: rest, number };
  });
}

export const saysNothing = ({ text }: YamlLine): boolean => text === '' || text.startsWith('#');

/** Without a remark at its end. */
export const withoutRemark = (text: string): string => text.replace(/(^|\s)#.*$/, '').trimEnd();
