import { Text } from 'ink';
import { useState } from 'react';
import type { Checkpoint, UndoOptions } from 'wave-agent-sdk';
import { undoChoices } from '../choices.ts';
import { clipped } from '../draw/lines.ts';
import { goBack, LEFT } from '../undo.ts';
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

interface PromptsProps extends PanelProps {
  readonly onChoose: (prompt: Checkpoint) => void;
}

function Prompts({ context, onChoose, onClose }: PromptsProps) {
  const { width, rows } = useCanvas(12);
  const prompts = undoChoices(context.controller.agent);
  return (
    <Frame title="Go back to before which prompt? Files and conversation; Esc closes">
      {prompts.length === 0 ? <Text>There is nothing to go back to.</Text> : null}
      <Choice
        options={prompts.map((prompt) => ({
          ...prompt,
          label: clipped(prompt.label, Math.max(16, width - 16)),
        }))}
        onChoose={onChoose}
        onEscape={onClose}
        most={Math.max(4, rows - 8)}
      />
    </Frame>
  );
}
