import { Text } from 'ink';
import type { Checkpoint, UndoResult } from 'wave-agent-sdk';
import { homeShort, oneLine, printable } from '../../cli/style.ts';
import type { CommandContext } from '../commands/command.ts';
import { clipped, counted } from '../draw/lines.ts';
import { Choice } from './choice.tsx';
import { useCanvas } from './context.ts';
import { Frame } from './frame.tsx';
import type { PanelProps } from './panels.tsx';

/** Chooses the prompt to go back to: the last one first. */
export function UndoPanel({ context, onClose }: PanelProps) {
  const { width, rows } = useCanvas(12);
  const prompts = [...context.controller.agent.checkpoints()].reverse();
  return (
    <Frame title="Go back to before which prompt? Files and conversation; Esc closes">
      {prompts.length === 0 ? <Text>There is nothing to go back to.</Text> : null}
      <Choice
        options={prompts.map((prompt) => ({
          label: clipped(printable(oneLine(prompt.text)), width - 24),
          about:
            prompt.files.length > 0 ? `${counted(prompt.files.length, 'file')} back` : 'no files',
          value: prompt,
        }))}
        onChoose={(prompt) => {
          onClose();
          void goBack(context, prompt);
        }}
        onEscape={onClose}
        most={Math.max(4, rows - 8)}
      />
    </Frame>
  );
}

async function goBack(context: CommandContext, { id }: Checkpoint): Promise<void> {
  try {
    const result = await context.controller.agent.undo(id);
    context.restart();
    context.print(...resultLines(result));
    context.fill(result.prompt);
  } catch (error) {
    context.controller.show({ is: 'told', tone: 'error', text: (error as Error).message });
  }
}

function resultLines({ restored, skipped, commands }: UndoResult): string[] {
  return [
    `Went back: ${counted(restored.length, 'file')} put back, the prompt is in the input again.`,
    ...restored.map((path) => `  ${printable(homeShort(path))}`),
    ...skipped.map(({ path, why, copy }) =>
      printable(
        `Left as it is: ${homeShort(path)}: ${why}${copy ? ` (from before: ${homeShort(copy)})` : ''}`,
      ),
    ),
    ...(commands.length > 0 ? ['Ran since, and cannot be taken back:'] : []),
    ...commands.map((command) => `  ${printable(oneLine(command))}`),
  ];
}
