import { pathOf, realpathSync } from './node.ts';

/** Whether the file that called `callee` is the one that Node was started with. */
export function isMain(callee: (...args: never[]) => unknown): boolean {
  const started = process.argv[1];
  const caller = started && callerOf(callee);
  return caller ? real(caller) === real(started) : false;
}

/** The file that called a function, from the stack: cheaper than a module of Node's for it. */
function callerOf(callee: (...args: never[]) => unknown): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = (_, sites) => sites[0]?.getFileName();
    const holder: { stack?: unknown } = {};
    Error.captureStackTrace(holder, callee);
    const file = holder.stack;
    if (typeof file !== 'string') return undefined;
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
