import { Box, Text, useInput, usePaste } from 'ink';
import { useState } from 'react';
import { clipped } from '../draw/lines.ts';
import { type Completion, completions, type Sources } from '../editor/complete.ts';
import {
  BLANK,
  type Editor,
  edited,
  filled,
  isFirstLine,
  isLastLine,
  wholeText,
} from '../editor/editor.ts';
import { HERE, type History, walked } from '../editor/history.ts';
import { type Press, pressOf } from '../editor/keys.ts';
import { layOut, windowed } from '../editor/layout.ts';
import { useCanvas } from './context.ts';

interface PromptProps {
  readonly editor: Editor;
  readonly onEdit: (change: (editor: Editor) => Editor) => void;
  readonly history: History;
  readonly sources: Sources;
  readonly onSend: (text: string) => void;
  /** Keys that are about the whole screen. */
  readonly onPress: (press: Press, empty: boolean) => void;
}

const MOST_LINES = 8;

/** Where the user types. */
export function Prompt({ editor, onEdit, history, sources, onSend, onPress }: PromptProps) {
  const { paint, width } = useCanvas(2);
  const [walk, setWalk] = useState(HERE);
  const [closed, setClosed] = useState('');
  const [chosen, setChosen] = useState(0);
  const offered = editor.text === closed ? [] : completions(editor.text, editor.at, sources);
  const pick = Math.min(chosen, offered.length - 1);

  const apply = (change: (now: Editor) => Editor) => {
    setChosen(0);
    onEdit(change);
  };
  const complete = ({ text, at }: Completion) => apply((now) => ({ ...now, text, at }));
  const send = () => {
    const text = wholeText(editor);
    if (editor.text.endsWith('\\'))
      return apply((now) =>
        edited(edited(now, { is: 'delete-left' }), { is: 'insert', text: '\n' }),
      );
    if (text.trim() === '') return;
    setWalk(HERE);
    onEdit(() => BLANK);
    onSend(text);
  };
  const recall = (step: 1 | -1) => {
    const found = walked(history.all, walk, step, editor.text);
    if (!found) return;
    setWalk(found.walk);
    setClosed(found.text);
    onEdit(() => filled(found.text));
  };
  const move = (is: 'up' | 'down') => {
    if (offered.length > 0)
      return setChosen((pick + (is === 'up' ? -1 : 1) + offered.length) % offered.length);
    if (is === 'up' ? isFirstLine(editor) : isLastLine(editor)) return recall(is === 'up' ? 1 : -1);
    apply((now) => edited(now, { is }));
  };
  usePaste((text) => apply((now) => edited(now, { is: 'paste', text })));
  useInput((input, key) => {
    const press = pressOf(input, key);
    const offer = offered[pick];
    if (!press) return;
    if (press.is === 'edit') {
      const { edit } = press;
      return edit.is === 'up' || edit.is === 'down'
        ? move(edit.is)
        : apply((now) => edited(now, edit));
    }
    if (press.is === 'tab' && offer) return complete(offer);
    if (press.is === 'send' && offer && !isWhole(editor, offer)) return complete(offer);
    if (press.is === 'send') return send();
    if (press.is === 'escape' && offered.length > 0) return setClosed(editor.text);
    onPress(press, editor.text === '');
  });

  const { lines, row, column } = windowed(layOut(editor.text, editor.at, width - 2), MOST_LINES);
  return (
    <Box flexDirection="column">
      <Text>{paint('quiet', '─'.repeat(width + 1))}</Text>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <Text key={at}>
          {at === 0 ? paint('user', '> ') : '  '}
          {at === row ? withCursor(line, column) : line}
        </Text>
      ))}
      {offered.map(({ label, about }, at) => (
        <Text key={label}>
          {at === pick ? paint('accent', '❯ ') : '  '}
          {clipped(`${label}${about ? `  ${about}` : ''}`, width - 2)}
        </Text>
      ))}
    </Box>
  );
}

/** A whole command is sent, not completed once more. */
const isWhole = ({ text }: Editor, offer: Completion) => offer.label === text.trim();

/** The place of the cursor, seen also where the terminal has no cursor of its own there. */
function withCursor(line: string, column: number): string {
  let used = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(`${line} `)) {
    if (used >= column)
      return `${line.slice(0, index)}\u001b[7m${segment}\u001b[27m${line.slice(index + segment.length)}`;
    used += widthOf(segment);
  }
  return line;
}

const widthOf = (segment: string) => layOut(segment, segment.length, 1000).column;
