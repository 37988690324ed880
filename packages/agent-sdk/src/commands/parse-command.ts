/** The text of a command's file: some facts between two lines of dashes, then the prompt. */
export function parseCommand(text: string): { about: string; hint: string; body: string } {
  const [, head = '', rest] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? [];
  const body = (rest ?? text).trim();
  return {
    about:
      fact(head, 'description') || (body.split('\n')[0] ?? '').replace(/^#+\s*/, '').slice(0, 80),
    hint: fact(head, 'argument-hint'),
    body,
  };
}

const fact = (head: string, name: string): string =>
  new RegExp(`^${name}:\\s*(.*)$`, 'm')
    .exec(head)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2') ?? '';

/** The prompt of a command: `$ARGUMENTS` is all that was given, `$1` to `$9` the single words. */
export function expandCommand(body: string, args: string): string {
  const words = wordsOf(args);
  const used = /\$(ARGUMENTS\b|[1-9])/.test(body);
  const text = body.replace(/\$(ARGUMENTS\b|[1-9])/g, (_whole, which: string) =>
    which === 'ARGUMENTS' ? args : (words[Number(which) - 1] ?? ''),
  );
  return used || args === '' ? text : `${text}\n\n${args}`;
}

/** Words, with quotes around those that have spaces in them. */
export const wordsOf = (args: string): string[] =>
  [...args.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
