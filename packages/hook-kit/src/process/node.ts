/** Node's own modules, asked for directly: imported into a module they cost twice as much. */
export const { fstatSync, readSync, realpathSync, writeSync } = process.getBuiltinModule('node:fs');

export const pathOf = (url: string): string =>
  process.getBuiltinModule('node:url').fileURLToPath(url);
