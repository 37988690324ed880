import type { Variables } from './peer.ts';

/** A variable that a command needs and nobody sets. */
export interface Unset {
  readonly name: string;
  /** Whether its name is one of the agent's own: then nobody else will set it either. */
  readonly own: boolean;
  /** Whether a path begins with it, which then leads nowhere. */
  readonly inPath: boolean;
}

/** The variables of a command that neither the agent, nor the environment, nor the command itself sets. */
export function unsetIn(
  command: string,
  { prefix, set }: Pick<Variables, 'prefix' | 'set'>,
  env: Readonly<Record<string, string | undefined>>,
): Unset[] {
  const text = withoutSingleQuotes(command);
  const names = [...text.matchAll(/(?<!\\)\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g)].map(
    ([, braced, bare]) => braced ?? bare ?? '',
  );
  return [...new Set(names)]
    .filter((name) => !set.includes(name) && !env[name] && !isSetIn(text, name))
    .map((name) => ({
      name,
      own: name.startsWith(prefix),
      inPath: new RegExp(`\\$(${name}|\\{${name}\\})["']?/`).test(text),
    }));
}

/** In single quotes a shell fills in nothing; what a further program makes of it nobody knows. */
function withoutSingleQuotes(command: string): string {
  let inside = '';
  let kept = '';
  for (const [at, char] of [...command].entries()) {
    if ((char === '"' || char === "'") && command[at - 1] !== '\\') {
      if (inside === '') inside = char;
      else if (inside === char) inside = '';
    }
    if (inside !== "'") kept += char;
  }
  return kept;
}

const isSetIn = (command: string, name: string): boolean =>
  new RegExp(
    `(^|[\\s;&|("'])(${name}\\+?=|(for|read|export|local|declare)\\s[^;&|]*\\b${name}\\b)`,
  ).test(command);
