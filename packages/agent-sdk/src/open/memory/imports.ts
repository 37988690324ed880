import { dirname, isAbsolute, resolve } from 'node:path';
import { statsOf } from '../../files/kinds.ts';
import { isWithin, realPath } from '../../files/paths.ts';

/** A file that another one imports with `@path`, or why it is not read. */
export type Import = { readonly file: string } | { readonly named: string; readonly fault: string };

/** What bounds imports: where they may lead, and what a rule keeps from the agent. */
export interface ImportBounds {
  /** Nothing outside of it is read: what it holds is the project's, or the user's own. */
  readonly top: string;
  readonly hides: (path: string) => boolean;
}

/** Each `@path` of a text that names a file. In code, and where there is no such file, it is a word. */
export function importsIn(text: string, from: string, { top, hides }: ImportBounds): Import[] {
  const names = [...withoutCode(text).matchAll(/(?:^|(?<=\s))@([^\s@]+)/g)].map(([, name = '']) =>
    name.replace(/[.,;:!?)\]}'"]+$/, ''),
  );
  return [...new Set(names)].flatMap((named): Import[] => {
    const file = pathOf(named, from);
    const real = file && realPath(file);
    if (!file || !real || statsOf(file)?.isFile() !== true) return [];
    if (!isWithin(realPath(top) ?? top, real)) return [{ named, fault: `it is outside of ${top}` }];
    if (hides(file) || hides(real)) return [{ named, fault: 'a rule denies to read it' }];
    return [{ file }];
  });
}

/** Only names of files are looked at: a lone word is a person's name, or a package's. */
function pathOf(named: string, from: string): string | undefined {
  if (named === '' || named.startsWith('~')) return undefined;
  return isAbsolute(named) ? named : resolve(dirname(from), named);
}

const withoutCode = (text: string): string =>
  text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
