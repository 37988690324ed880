import { readYaml, type Yaml } from './yaml.ts';
import { YamlFault } from './yaml-lines.ts';

/** A markdown file with facts in front: between two lines of dashes. */
export interface FrontMatter extends Yaml {
  readonly body: string;
}

export type ReadMatter =
  | { readonly ok: true; readonly matter: FrontMatter }
  | { readonly ok: false; readonly line: number; readonly text: string };

const FORM = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/;

export function readFrontMatter(text: string): ReadMatter {
  const [whole, head = '', body = ''] = FORM.exec(text) ?? [];
  if (whole === undefined) return { ok: false, line: 1, text: missingText(text) };
  try {
    return { ok: true, matter: { ...readYaml(head, 2), body: body.trim() } };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    return { ok: false, line: error.line, text: `front matter: ${error.message}` };
  }
}

function missingText(text: string): string {
  const [first = ''] = text.split('\n');
  if (/^\uFEFF?---\s*$/.test(first))
    return 'front matter: expected a second line of "---", which ends it, got none';
  return `expected front matter (a line of "---", then name and description), got ${JSON.stringify(first.slice(0, 60))}`;
}
