import { Text } from 'ink';
import { useState } from 'react';
import type { Checkpoint, UndoOptions, UndoResult } from 'wave-agent-sdk';
import { homeShort, oneLine, printable } from '../../cli/style.ts';
import type { CommandContext } from '../commands/command.ts';
import { clipped, counted } from '../draw/lines.ts';
import { Choice } from './choice.tsx';
import { useCanvas } from './context.ts';
import { Frame } from './frame.tsx';
import type { PanelProps } from './panels.tsx';

/** Chooses the prompt to go back to: the last one first. Files that somebody else changed are asked about. */
export function UndoPanel({ context, onClose }: PanelProps) {
  const [open, setOpen] = useState<Checkpoint>();
  const go = async (prompt: Checkpoint, options?: UndoOptions) => {
    const isDone = await goBack(context, prompt, options);
    if (isDone || options) onClose();
    else setOpen(prompt);
  };
  return open ? (
    <Frame title="Somebody else changed files as well. What about them?">
      <Choice options={LEFT} onChoose={(options) => void go(open, options)} onEscape={onClose} />
    </Frame>
  ) : (
    <Prompts context={context} onChoose={(prompt) => void go(prompt)} onClose={onClose} />
  );
}

const LEFT: readonly { key: string; label: string; about: string; value: UndoOptions }[] = [
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

interface PromptsProps extends PanelProps {
  readonly onChoose: (prompt: Checkpoint) => void;
}

function Prompts({ context, onChoose, onClose }: PromptsProps) {
  const { width, rows } = useCanvas(12);
  const prompts = [...context.controller.agent.checkpoints()].reverse();
  return (
    <Frame title="Go back to before which prompt? Files and conversation; Esc closes">
      {prompts.length === 0 ? <Text>There is nothing to go back to.</Text> : null}
      <Choice
        options={prompts.map((prompt) => ({
          label: clipped(printable(oneLine(prompt.text)), Math.max(16, width - 16)),
          about:
            prompt.files.length > 0 ? `${counted(prompt.files.length, 'file')} back` : 'no files',
          value: prompt,
        }))}
        onChoose={onChoose}
        onEscape={onClose}
        most={Math.max(4, rows - 8)}
      />
    </Frame>
  );
}

/** Whether there is nothing left to decide. */
async function goBack(
  context: CommandContext,
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
