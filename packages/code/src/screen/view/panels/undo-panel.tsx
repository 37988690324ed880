import type { Checkpoint, Skipped } from '@wavehooks/agent-sdk';
import { Text } from 'ink';
import { useState } from 'react';
import { exactly, homeShort } from '../../../cli/style.ts';
import { undoChoices } from '../../commands/choices.ts';
import { goBack, type How, leftChoices, REWINDS } from '../../commands/undo.ts';
import { behind, clipped, counted } from '../../text/lines.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Frame } from '../parts/frame.tsx';
import { ROOMS } from '../parts/rooms.ts';
import type { PanelProps } from './panels.tsx';

/** What the user is asked about: files that would not be put back, or were not. */
interface Open {
  readonly prompt: Checkpoint;
  readonly skipped: readonly Skipped[];
  readonly begun: boolean;
}

interface GoBackProps extends PanelProps {
  readonly title: string;
  /** Whether it asks what becomes of files. */
  readonly asks?: true;
}

/**
 * /undo: files and conversation. Esc Esc: the conversation, and files only if the user says so.
 * Chooses the prompt to go back to: the last one first. Where files are in question, it asks before it acts.
 */
export function GoBack({ context, onClose, title, asks }: GoBackProps) {
  const [open, setOpen] = useState<Open>();
  const [chosen, setChosen] = useState<Checkpoint>();
  const act = async (prompt: Checkpoint, how: How) => {
    const skipped = await goBack(context, prompt, how);
    if (skipped.length === 0) onClose();
    else setOpen({ prompt, skipped, begun: true });
  };
  const withFiles = (prompt: Checkpoint) => {
    const { skipped } = context.controller.agent.previewUndo(prompt.id);
    if (skipped.length === 0) void act(prompt, { is: 'all' });
    else setOpen({ prompt, skipped, begun: false });
  };
  const choose = (prompt: Checkpoint) => {
    if (!asks) withFiles(prompt);
    else if (prompt.files.length === 0) void act(prompt, { is: 'conversation' });
    else setChosen(prompt);
  };
  if (chosen && !open)
    return (
      <Frame title={`${counted(chosen.files.length, 'file')} changed since. What goes back?`}>
        <Choice<How>
          options={REWINDS}
          onChoose={(how) => (how.is === 'all' ? withFiles(chosen) : void act(chosen, how))}
          onEscape={onClose}
        />
      </Frame>
    );
  return open ? (
    <Left open={open} onChoose={(how) => void act(open.prompt, how)} onClose={onClose} />
  ) : (
    <Prompts title={title} context={context} onChoose={choose} onClose={onClose} />
  );
}

interface LeftProps {
  readonly open: Open;
  readonly onChoose: (how: How) => void;
  readonly onClose: () => void;
}

function Left({ open: { skipped, begun }, onChoose, onClose }: LeftProps) {
  const { width, rows } = useCanvas(4);
  const lines = skipped.flatMap(({ path, why }) =>
    behind('  ', exactly(`${homeShort(path)}: ${why}`), width),
  );
  const title = begun
    ? 'Not all files are back. What about these?'
    : 'Somebody else also changed these files. What should Wave do? (Nothing is changed yet.)';
  return (
    <Dialog
      title={title}
      lines={lines}
      room={ROOMS.panel(rows).own}
      options={() => leftChoices(skipped)}
      onChoose={onChoose}
      onEscape={onClose}
    />
  );
}

interface PromptsProps extends PanelProps {
  readonly title: string;
  readonly onChoose: (prompt: Checkpoint) => void;
}

function Prompts({ title, context, onChoose, onClose }: PromptsProps) {
  const { width, rows } = useCanvas(12);
  const prompts = undoChoices(context.controller.agent);
  return (
    <Frame title={title}>
      {prompts.length === 0 ? <Text>There is nothing to go back to.</Text> : null}
      <Choice
        options={prompts.map((one) => ({
          ...one,
          label: clipped(one.label, Math.max(16, width - 16)),
        }))}
        onChoose={onChoose}
        onEscape={onClose}
        most={ROOMS.panel(rows).own}
      />
    </Frame>
  );
}
