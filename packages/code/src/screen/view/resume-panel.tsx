import { Text } from 'ink';
import { sessionChoices } from '../choices.ts';
import { clipped } from '../draw/lines.ts';
import { Choice } from './choice.tsx';
import { useCanvas } from './context.ts';
import { Frame } from './frame.tsx';
import type { PanelProps } from './panels.tsx';
import { ROOMS } from './rooms.ts';

/** Chooses an earlier session of the project. */
export function ResumePanel({ context, onClose }: PanelProps) {
  const { width, rows } = useCanvas(8);
  const others = sessionChoices(context.controller.agent);
  return (
    <Frame title="Earlier sessions of this project: Enter goes on with one, Esc closes">
      {others.length === 0 ? <Text>There are none yet.</Text> : null}
      <Choice
        options={others.map((one) => ({ ...one, label: clipped(one.label, width) }))}
        onChoose={(id) => {
          onClose();
          void context.change(id);
        }}
        onEscape={onClose}
        most={ROOMS.panel(rows).own - 1}
      />
    </Frame>
  );
}
