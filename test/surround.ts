export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One at a time: a process has one environment and one current directory. */
let last: Promise<unknown> = Promise.resolve();

/** Runs something in another environment and directory, and puts back those that were. */
export function within<T>(around: Surroundings, run: () => Promise<T>): Promise<T> {
  const ended = last.then(async () => {
    const before = { cwd: process.cwd(), env: { ...process.env } };
    try {
      surround(around);
      return await run();
    } finally {
      surround(before);
    }
  });
  last = ended.catch(() => {});
  return ended;
}

function surround({ cwd, env }: Surroundings): void {
  for (const name of Object.keys(process.env))
    if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && process.env[name] !== value) process.env[name] = value;
  process.chdir(cwd);
}
