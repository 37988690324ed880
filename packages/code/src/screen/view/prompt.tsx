import { Box, Text, useInput, usePaste } from 'ink';
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
import { type Press, pressesOf } from '../editor/keys.ts';
import { layOut, windowed } from '../editor/layout.ts';
import { useCanvas } from './context.ts';
import { type Now, useNow } from './now.ts';
import { ROOMS } from './rooms.ts';

interface PromptProps {
  readonly editor: Now<Editor>;
  readonly history: History;
  readonly sources: Sources;
  readonly onSend: (text: string) => void;
  /** A key was struck. */
  readonly onKey: () => void;
  /** Whether Ctrl-C has something else to end than what is typed. */
  readonly busy: boolean;
  /** Keys that are about the whole screen. */
  readonly onPress: (press: Press, empty: boolean) => void;
}

const MOST_LINES = 8;

/** Where the user types. */
export function Prompt(props: PromptProps) {
  const { editor, history, sources, onSend, onPress, onKey, busy } = props;
  const { paint, width, rows } = useCanvas(2);
  const walk = useNow(HERE);
  const closed = useNow('');
  const chosen = useNow(0);
  const { own: room } = ROOMS.prompt(rows);
  const shownOf = ({ text, at }: Editor) =>
    windowed(layOut(text, at, width - 2), Math.min(MOST_LINES, room));
  const offered = (now: Editor) =>
    now.text === closed.get()
      ? []
      : completions(now.text, now.at, sources).slice(0, room - shownOf(now).lines.length);

  /** A step back or forth in what was sent; the text stays where there is none. */
  const recalled = (now: Editor, step: 1 | -1): Editor => {
    const found = walked(history.all, walk.get(), step, now.text);
    if (!found) return now;
    walk.set(found.walk);
    closed.set(found.text);
    return filled(found.text);
  };
  const moved = (now: Editor, is: 'up' | 'down'): Editor => {
    const offers = offered(now);
    if (offers.length > 0) {
      chosen.set((chosen.get() + (is === 'up' ? -1 : 1) + offers.length) % offers.length);
      return now;
    }
    if (is === 'up' ? isFirstLine(now) : isLastLine(now))
      return recalled(now, is === 'up' ? 1 : -1);
    return edited(now, { is });
  };
  const sent = (now: Editor): Editor => {
    if (now.text.endsWith('\\'))
      return edited(edited(now, { is: 'delete-left' }), { is: 'insert', text: '\n' });
    const text = wholeText(now);
    if (text.trim() === '') return now;
    walk.set(HERE);
    onSend(text);
    return BLANK;
  };
  const after = (now: Editor, press: Press): Editor => {
    if (press.is === 'edit') {
      const { edit } = press;
      if (edit.is === 'up' || edit.is === 'down') return moved(now, edit.is);
      chosen.set(0);
      return edited(now, edit);
    }
    const offers = offered(now);
    const offer = offers[Math.min(chosen.get(), offers.length - 1)];
    const completes = press.is === 'tab' || (press.is === 'send' && isPartOf(offer, now));
    if (offer && completes) return { ...now, text: offer.text, at: offer.at };
    if (press.is === 'send') return sent(now);
    if (press.is === 'escape' && offer) closed.set(now.text);
    else onPress(press, now.text === '');
    return press.is === 'interrupt' && !busy ? BLANK : now;
  };
  usePaste((text) => editor.set(edited(editor.get(), { is: 'paste', text })));
  useInput((input, key) => {
    onKey();
    editor.set(pressesOf(input, key).reduce(after, editor.get()));
  });

  const { lines, row, column } = shownOf(editor.get());
  const offers = offered(editor.get());
  const pick = Math.min(chosen.get(), offers.length - 1);
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
      {offers.map(({ label, about }, at) => (
        <Text key={label}>
          {at === pick ? paint('accent', '❯ ') : '  '}
          {clipped(`${label}${about ? `  ${about}` : ''}`, width - 2)}
        </Text>
      ))}
    </Box>
  );
}

/** Enter completes a command that is not whole yet; a prompt is sent as it is. */
const isPartOf = (offer: Completion | undefined, { text }: Editor) =>
  offer !== undefined && text.startsWith('/') && offer.label !== text.trim();

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
