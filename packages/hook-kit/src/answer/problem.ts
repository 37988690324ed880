/** What is no HookResult; the message says where, what was expected and what came. */
export class HookResultError extends Error {
  override readonly name = 'HookResultError';
  constructor(problem: string) {
    super(`HookResult: ${problem}`);
  }
}

export type Tell = (warning: string) => void;

/** @internal */
export const toStderr: Tell = (warning) => {
  process.stderr.write(`hook-kit: ${warning}\n`);
};
