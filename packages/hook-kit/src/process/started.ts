import { pathOf, realpathSync } from './node.ts';

/** Whether a file is the one that Node was started with. */
export function isStarted(file: string): boolean {
  const started = process.argv[1];
  if (!started) return false;
  const own = real(file);
  return own === real(started) || own === found(started);
}

/** The file that called a function, from the stack: cheaper than a module of Node's for it. */
export function callerOf(callee: (...args: never[]) => unknown): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = (_, sites) => sites[0]?.getFileName();
    const holder: { stack?: unknown } = {};
    Error.captureStackTrace(holder, callee);
    const file = String(holder.stack);
    return file.startsWith('file:') ? pathOf(file) : file;
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Node also starts `guard` for `guard.js`, for `guard/index.js` and for what the package there names. */
function found(started: string): string | undefined {
  try {
    return process.getBuiltinModule('node:module').createRequire(started).resolve(started);
  } catch {
    return undefined;
  }
}
