import { Text } from 'ink';
import { sessionChoices } from '../../commands/choices.ts';
import { clipped } from '../../text/lines.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Frame } from '../parts/frame.tsx';
import { ROOMS } from '../parts/rooms.ts';
import type { PanelProps } from './panels.tsx';

/** Chooses an earlier session of the project. */
export function ResumePanel({ context, onClose }: PanelProps) {
  const { width, rows } = useCanvas(8);
  const others = sessionChoices(context.controller.agent);
  return (
    <Frame title="Earlier sessions of this project: Enter resumes, Esc closes">
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
