import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { exactPlace, homeShort } from '../../cli/style.ts';
import type { TellingContext } from '../control/command.ts';

type Whose = 'user' | 'project' | 'local';

/** THE TABLE of files that a line can be added to. */
const FILES: Readonly<Record<Whose, { at(projectDir: string): string; about: string }>> = {
  user: { at: () => join(homedir(), '.wave', 'AGENTS.md'), about: 'yours, in every project' },
  project: { at: (dir) => join(dir, 'AGENTS.md'), about: 'for everybody who works here' },
  local: { at: (dir) => join(dir, 'AGENTS.local.md'), about: 'yours, in this project' },
};

const isWhose = (word: string): word is Whose => Object.hasOwn(FILES, word);

/** /memory: the files that the agent follows, or a line more in one of them; `#text` is `/memory local text`. */
export function memory({ controller, print, paint }: TellingContext, args: string): void {
  const { agent } = controller;
  const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args.trim()) ?? [];
  const [whose, text] = isWhose(first)
    ? ([first, rest] as const)
    : (['local', args.trim()] as const);
  if (text === '') {
    const read = agent.instructions.map((file) => `  ${exactPlace(file)}`);
    print(
      paint('strong', 'Read at the start of this session'),
      ...(read.length > 0 ? read : ['  nothing']),
      paint('strong', 'Add a line with'),
      ...Object.entries(FILES).map(
        ([name, { at, about }]) =>
          `${`  /memory ${name} TEXT`.padEnd(24)}${homeShort(at(agent.projectDir))}  (${about})`,
      ),
      '  #TEXT                 the same as /memory local TEXT',
    );
    return;
  }
  const file = FILES[whose].at(agent.projectDir);
  addLine(file, text);
  // What is read at the start is read; the agent hears of it now, too.
  agent.note(`The user added to ${file}, which you follow:\n\n${text}`);
  print(`Added to ${exactPlace(file)}. The agent hears of it with your next prompt.`);
}

/** At the end, on a line of its own, whatever is there. */
function addLine(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  appendFileSync(file, `${gap}- ${text.trim().replace(/\n/g, '\n  ')}\n`);
}
