/** What a file was at some moment: enough to put it back, or why that cannot be done. */
export type FileState =
  /** `made`: the uppermost directory above it that was missing, too. */
  | { readonly is: 'missing'; readonly made?: string }
  | { readonly is: 'file'; readonly hash: string; readonly mode: number }
  | { readonly is: 'link'; readonly to: string }
  /** Itself alone: what is in it has states of its own. */
  | { readonly is: 'directory'; readonly mode: number }
  /** `stamp`: changes whenever the file does, where that much could be found out. */
  | { readonly is: 'unkept'; readonly why: string; readonly stamp?: string };

/** A file by its real path, and what it was. */
export interface FileFact {
  readonly path: string;
  readonly state: FileState;
}

/** Whether two states hold the same content; who may read it is another matter. */
export function sameContent(a: FileState, b: FileState): boolean {
  if (a.is === 'file' && b.is === 'file') return a.hash === b.hash;
  if (a.is === 'link' && b.is === 'link') return a.to === b.to;
  if (a.is === 'unkept' && b.is === 'unkept') return a.stamp !== undefined && a.stamp === b.stamp;
  return (a.is === 'missing' || a.is === 'directory') && a.is === b.is;
}

export const sameState = (a: FileState, b: FileState): boolean =>
  sameContent(a, b) && (!('mode' in a) || !('mode' in b) || a.mode === b.mode);

/** What something did to a file. */
export interface FileChange {
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
}
