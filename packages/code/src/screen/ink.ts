import {
  aboveCursor,
  fromOwnTop,
  isSwitch,
  keepsErased,
  PLACE,
  withRowsBelow,
} from './terminal/reflow.ts';

/** How Ink uses the terminal. It would be silent in a terminal of a build machine, so we tell it. */
export const INK = {
  exitOnCtrlC: false,
  interactive: true,
  // The store gathers what happens within a frame. A key that comes right after one must not wait for the next.
  maxFps: 240,
  incrementalRendering: !keepsErased(process.env),
  patchConsole: true,
  stdout: steadyStdout(),
} as const;

function steadyStdout(): typeof process.stdout {
  const { stdout } = process;
  let above: number | undefined;
  // Ink ends only when its last write has called back.
  const write = (frame: string, onWritten?: () => void) => {
    const text = withRowsBelow(fromOwnTop(frame, above));
    if (!isSwitch(frame)) above = aboveCursor(frame, PLACE);
    return stdout.write(text, onWritten);
  };
  return new Proxy(stdout, {
    get: (_stdout, name) => {
      const value: unknown = name === 'write' ? write : Reflect.get(stdout, name);
      return typeof value === 'function' ? value.bind(stdout) : value;
    },
  });
}
