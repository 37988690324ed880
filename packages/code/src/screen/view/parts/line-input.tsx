import { Box, Text } from 'ink';
import stringWidth from 'string-width';
import { BLANK, edited, wholeText } from '../../editor/editor.ts';
import { pressesOf } from '../../editor/keys.ts';
import { layOut, windowed } from '../../editor/layout.ts';
import { useAwake } from './awake.ts';
import { useCaret } from './caret.ts';
import { useCanvas } from './context.ts';
import { useKeys, usePastes } from './keys.tsx';
import { useNow } from './now.ts';
import { isTight } from './rooms.ts';

interface LineInputProps {
  readonly prompt: string;
  readonly onDone: (text: string) => void;
  readonly onEscape: () => void;
}

const MOST_LINES = 4;

/** A short text of the user's, beside what it is for, or below it once it is longer. */
export function LineInput({ prompt, onDone, onEscape }: LineInputProps) {
  const { paint, width, rows } = useCanvas(4);
  const editor = useNow(BLANK);
  const awake = useAwake(false);
  usePastes((text) => editor.set(edited(editor.get(), { is: 'paste', text })));
  useKeys((input, key) => {
    let now = editor.get();
    for (const press of pressesOf(input, key)) {
      if (press.is === 'escape' || press.is === 'interrupt') onEscape();
      else if (press.is === 'send') awake.get() ? onDone(wholeText(now)) : awake.startle();
      else if (press.is === 'edit') now = edited(now, press.edit);
    }
    editor.set(now);
  });
  const { text, at } = editor.get();
  const beside = layOut(text, at, Math.max(8, width - prompt.length - 2));
  const isShort = beside.lines.length === 1;
  const shown = isShort
    ? beside
    : windowed(layOut(text, at, width - 1), isTight(rows) ? MOST_LINES - 1 : MOST_LINES);
  const box = useCaret(
    isShort
      ? { row: 0, column: stringWidth(prompt) + 1 + shown.column }
      : { row: shown.row + 1, column: shown.column },
  );
  return (
    <Box ref={box}>
      <Text>
        {paint('accent', prompt)}
        {isShort ? ' ' : '\n'}
        {shown.lines.join('\n')}
      </Text>
    </Box>
  );
}
