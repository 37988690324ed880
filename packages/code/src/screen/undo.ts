import type { Checkpoint, UndoOptions, UndoResult } from 'wave-agent-sdk';
import { homeShort, oneLine, printable } from '../cli/style.ts';
import type { CommandContext } from './commands/command.ts';
import { counted } from './draw/lines.ts';

/** What can be done about files that somebody else changed. */
export const LEFT: readonly { key: string; label: string; about: string; value: UndoOptions }[] = [
  {
    key: 'l',
    label: 'Leave them as they are',
    about: 'only the conversation goes back',
    value: { files: false },
  },
  {
    key: 'f',
    label: 'Put them back all the same',
    about: 'what is there now is copied first',
    value: { force: true },
  },
];

type Undoing = Pick<CommandContext, 'controller' | 'restart' | 'print' | 'fill'>;

/** Whether there is nothing left to decide. */
export async function goBack(
  context: Undoing,
  { id }: Checkpoint,
  options?: UndoOptions,
): Promise<boolean> {
  try {
    const result = await context.controller.agent.undo(id, options);
    if (result.rewound) context.restart();
    context.print(...resultLines(result));
    if (result.rewound) context.fill(result.prompt);
    return result.rewound;
  } catch (error) {
    context.controller.show({ is: 'told', tone: 'error', text: (error as Error).message });
    return true;
  }
}

function resultLines({
  prompt,
  rewound,
  restored,
  removed,
  skipped,
  commands,
}: UndoResult): string[] {
  return [
    `${counted(restored.length, 'file')} put back; ${became(prompt, rewound)}.`,
    ...restored.map(
      (path) =>
        `  ${printable(homeShort(path))}${removed.includes(path) ? ' (removed: it was new)' : ''}`,
    ),
    ...skipped.map(({ path, why, copy }) =>
      printable(
        `Left as it is: ${homeShort(path)}: ${why}${copy ? ` (from before: ${homeShort(copy)})` : ''}`,
      ),
    ),
    ...(commands.length > 0 ? ['Ran since, and cannot be taken back:'] : []),
    ...commands.map((command) => `  ${printable(oneLine(command))}`),
  ];
}

/** The start of the session has no prompt. */
function became(prompt: string, rewound: boolean): string {
  if (!rewound) return 'the conversation is as it was';
  return prompt === '' ? 'the conversation is empty' : 'the prompt is in the input again';
}
