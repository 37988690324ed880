import { isExecutable } from '../files/executable.ts';

/** Bash where there is one, since that is what models and people write for. */
export const shellProgram = (): string => {
  known ??= ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(isExecutable) ?? '/bin/sh';
  return known;
};

let known: string | undefined;
