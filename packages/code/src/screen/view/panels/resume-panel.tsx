import { homedir } from 'node:os';
import { nameSession, sessionsDir } from '@wavehooks/agent-sdk';
import { Text } from 'ink';
import { useState } from 'react';
import { type SessionChoice, sessionChoices } from '../../commands/choices.ts';
import { ctrl } from '../../editor/keys.ts';
import { clipped } from '../../text/lines.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Frame } from '../parts/frame.tsx';
import { useKeys } from '../parts/keys.tsx';
import { LineInput } from '../parts/line-input.tsx';
import { ROOMS } from '../parts/rooms.ts';
import type { PanelProps } from './panels.tsx';

const TITLE = 'Resume: type to search, Ctrl-A all projects, Ctrl-R renames, Esc closes';

/** Chooses an earlier session of the project; of another one, it says how to. */
export function ResumePanel({ context, onClose }: PanelProps) {
  const { width, rows, paint } = useCanvas(8);
  const { agent } = context.controller;
  const [all, setAll] = useState(() => sessionChoices(agent));
  const [query, setQuery] = useState('');
  const [under, setUnder] = useState<string>();
  const [naming, setNaming] = useState<string>();
  const [fault, setFault] = useState('');
  const found = all.filter((one) => fits(one, query));
  const marked = found.find(({ value }) => value === under) ?? found[0];
  useKeys((input, key) => {
    if (key.super || key.hyper || key.meta) return;
    if (key.backspace || key.delete) setQuery((text) => text.slice(0, -1));
    if (ctrl('r')(key, input) && !marked?.elsewhere) setNaming(marked?.value);
    if (ctrl('a')(key, input)) setAll(sessionChoices(agent, true));
  }, naming === undefined);
  const rename = async (id: string, name: string) => {
    const dir = sessionsDir(homedir(), agent.projectDir);
    setFault((await nameSession(dir, { id }, name)) ?? '');
    setNaming(undefined);
    setAll(sessionChoices(agent));
  };
  return (
    <Frame title={TITLE}>
      <Text wrap="truncate">{`${paint('accent', 'Search:')} ${query}`}</Text>
      {fault ? <Text wrap="truncate">{paint('warn', fault)}</Text> : null}
      {found.length === 0 ? <Text>{all.length === 0 ? NONE : 'No match.'}</Text> : null}
      {naming === undefined ? (
        <Choice
          key={query}
          options={found.map(({ label, value }) => ({ label: clipped(label, width), value }))}
          onChoose={(id) => {
            onClose();
            const { elsewhere } = all.find(({ value }) => value === id) ?? {};
            if (elsewhere)
              context.print(
                'That session belongs to another project. To resume it:',
                `  ${elsewhere}`,
              );
            else void context.change(id);
          }}
          onEscape={onClose}
          onMove={setUnder}
          onKey={(input) => {
            setQuery((text) => text + input);
            return true;
          }}
          most={Math.max(1, ROOMS.panel(rows).own - 4)}
        />
      ) : (
        <LineInput
          prompt="New name:"
          onDone={(name) => void rename(naming, name)}
          onEscape={() => setNaming(undefined)}
        />
      )}
      {marked?.about ? <Text wrap="truncate">{paint('quiet', marked.about)}</Text> : null}
    </Frame>
  );
}

const NONE = 'There are no other sessions here yet.';

/** Each word of the search is somewhere in it. */
const fits = ({ label, about = '' }: SessionChoice, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${label} ${about}`.toLowerCase().includes(word));
