import { homedir } from 'node:os';
import { Text } from 'ink';
import { listSessions, sessionsDir } from 'wave-agent-sdk';
import { oneLine, printable } from '../../cli/style.ts';
import { clipped, minuteOf } from '../draw/lines.ts';
import { Choice } from './choice.tsx';
import { useCanvas } from './context.ts';
import { Frame } from './frame.tsx';
import type { PanelProps } from './panels.tsx';
import { ROOMS } from './rooms.ts';

/** Chooses an earlier session of the project. */
export function ResumePanel({ context, onClose }: PanelProps) {
  const { width, rows } = useCanvas(8);
  const { agent } = context.controller;
  const dir = sessionsDir(homedir(), agent.projectDir);
  const others = listSessions(dir).filter(({ id }) => id !== agent.sessionId);
  return (
    <Frame title="Earlier sessions of this project: Enter goes on with one, Esc closes">
      {others.length === 0 ? <Text>There are none yet.</Text> : null}
      <Choice
        options={others.map(({ id, name, about, updated, pid }) => ({
          label: clipped(
            `${minuteOf(updated)}  ${pid === undefined ? '' : '(in use) '}${printable(name || oneLine(about))}`,
            width,
          ),
          ...(pid === undefined ? {} : { about: `by process ${pid}` }),
          value: id,
        }))}
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
