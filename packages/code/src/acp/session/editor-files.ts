import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { ReadTextFileResponse } from '@agentclientprotocol/sdk';
import type { OpenFiles } from '@wavehooks/agent-sdk';
import { codeOf, NO_METHOD, refusal, soon } from '../wire/asking.ts';
import type { Editor } from '../wire/editor.ts';

/** The editor does not have it, or not this method: the disk does. */
const NOT_THERE: ReadonlySet<unknown> = new Set([-32002, NO_METHOD]);

/**
 * The editor's buffers, where it offers them. It is asked for files of the project alone: editors refuse
 * others, and what Wave may read elsewhere is not theirs to change. A new session has no id yet when this is
 * made, so the id is read with each request.
 */
export function editorFiles(editor: Editor, roots: readonly string[]): OpenFiles {
  const { can, request } = editor;
  const all = roots.map((given) => ({ given, real: realOf(given) }));
  /** As the editor names it; undefined for what is not in the project. */
  const ours = (path: string): string | undefined => {
    const real = realOf(path);
    const root = all.find((one) => isWithin(one.real, real));
    if (!root) return undefined;
    return isWithin(root.real, path) ? join(root.given, relative(root.real, path)) : path;
  };
  return {
    ...(can.fs?.readTextFile
      ? {
          read: async (path, { signal }) => {
            const known = ours(path);
            if (known === undefined) return undefined;
            try {
              const params = { sessionId: editor.session, path: known };
              const { content }: ReadTextFileResponse = await request(
                'fs/read_text_file',
                params,
                soon(signal),
              );
              return content;
            } catch (error) {
              if (NOT_THERE.has(codeOf(error))) return undefined;
              throw refusal(error);
            }
          },
        }
      : {}),
    ...(can.fs?.writeTextFile
      ? {
          write: async (path, content, { signal }) => {
            const known = ours(path);
            if (known === undefined) return false;
            try {
              const params = { sessionId: editor.session, path: known, content };
              await request('fs/write_text_file', params, soon(signal));
              return true;
            } catch (error) {
              if (codeOf(error) === NO_METHOD) return false;
              throw refusal(error);
            }
          },
        }
      : {}),
  };
}

/** Of a file that is not there yet: by its directory. */
export function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), basename(path));
  }
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way));
}
