import type { Reader } from './reader.ts';

const looks: Reader = { reads: true, names: true, below: true, here: true, operands: 'nothing' };

/** What package managers tell of the project without asking a registry. */
export const NPM_LOOK: Readonly<Record<string, Reader>> = {
  'ls|list|la|ll': {
    ...looks,
    options:
      '-a|--all --depth= --json -l|--long -p|--parseable --omit= --include= --prod --production --dev --link',
  },
  'explain|why': { ...looks, options: '--json' },
  'root|prefix': { ...looks, operands: 'writes' },
};

export const PIP_LOOK: Readonly<Record<string, Reader>> = {
  show: { ...looks, options: '-f|--files -v|--verbose' },
};
