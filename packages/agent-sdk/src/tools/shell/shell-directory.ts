import { statSync } from 'node:fs';
import { isWithin, realPath } from '../../files/paths.ts';
import type { ToolContext } from '../../vocabulary/tool.ts';
import type { Mark } from './end-mark.ts';

/** Where a command starts, and what the model is to know about it; or why it cannot. */
export type Start =
  | { readonly ok: true; readonly dir: string; readonly note?: string }
  | { readonly ok: false; readonly text: string };

/** The agent's directory, or the project's root where that one is gone. */
export function startDirectory(context: ToolContext): Start {
  const { cwd, projectDir } = context;
  if (isDirectory(cwd)) return { ok: true, dir: cwd };
  if (!isDirectory(projectDir))
    return {
      ok: false,
      text: `Nothing was run: the project's directory ${projectDir} no longer exists.`,
    };
  context.setCwd(projectDir);
  return {
    ok: true,
    dir: projectDir,
    note: `The directory ${cwd} no longer exists; the command ran in ${projectDir}.`,
  };
}

/** Moves the agent to where the command ended up; a note where that is not so. */
export function settleDirectory(
  mark: Mark | undefined,
  from: string,
  context: ToolContext,
): string | undefined {
  if (mark === undefined || mark.dir === from) return undefined;
  const { projectDir } = context;
  if (mark.dir === undefined || !isDirectory(mark.dir))
    return back(context, `The shell's directory no longer exists`);
  if (!isWithin(realPath(projectDir) ?? projectDir, mark.dir))
    return back(context, `${mark.dir} is outside the project`);
  context.setCwd(mark.dir);
  return undefined;
}

function back({ projectDir, setCwd }: ToolContext, why: string): string {
  setCwd(projectDir);
  return `${why}; the next command starts in ${projectDir} again.`;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
