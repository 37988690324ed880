import { Text, useInput, usePaste } from 'ink';
import { BLANK, edited, wholeText } from '../editor/editor.ts';
import { pressesOf } from '../editor/keys.ts';
import { layOut, windowed } from '../editor/layout.ts';
import { useCanvas } from './context.ts';
import { useNow } from './now.ts';

interface LineInputProps {
  readonly prompt: string;
  readonly onDone: (text: string) => void;
  readonly onEscape: () => void;
}

/** A short text of the user's. */
export function LineInput({ prompt, onDone, onEscape }: LineInputProps) {
  const { paint, width } = useCanvas(4);
  const editor = useNow(BLANK);
  usePaste((text) => editor.set(edited(editor.get(), { is: 'paste', text })));
  useInput((input, key) => {
    let now = editor.get();
    for (const press of pressesOf(input, key)) {
      if (press.is === 'escape' || press.is === 'interrupt') onEscape();
      else if (press.is === 'send') onDone(wholeText(now));
      else if (press.is === 'edit') now = edited(now, press.edit);
    }
    editor.set(now);
  });
  const room = Math.max(8, width - prompt.length - 1);
  const { lines } = windowed(layOut(editor.get().text, editor.get().at, room), 3);
  return (
    <Text>
      {paint('accent', prompt)} {lines.join('\n')}
      {paint('accent', '▏')}
    </Text>
  );
}
