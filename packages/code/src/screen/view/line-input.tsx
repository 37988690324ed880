import { Text, useInput, usePaste } from 'ink';
import { useState } from 'react';
import { BLANK, edited, wholeText } from '../editor/editor.ts';
import { pressOf } from '../editor/keys.ts';
import { layOut, windowed } from '../editor/layout.ts';
import { useCanvas } from './context.ts';

interface LineInputProps {
  readonly prompt: string;
  readonly onDone: (text: string) => void;
  readonly onEscape: () => void;
}

/** A short text of the user's. */
export function LineInput({ prompt, onDone, onEscape }: LineInputProps) {
  const { paint, width } = useCanvas(4);
  const [editor, setEditor] = useState(BLANK);
  usePaste((text) => setEditor((now) => edited(now, { is: 'paste', text })));
  useInput((input, key) => {
    const press = pressOf(input, key);
    if (press?.is === 'escape' || press?.is === 'interrupt') onEscape();
    else if (press?.is === 'send') onDone(wholeText(editor));
    else if (press?.is === 'edit') setEditor((now) => edited(now, press.edit));
  });
  const room = Math.max(8, width - prompt.length - 1);
  const { lines } = windowed(layOut(editor.text, editor.at, room), 3);
  return (
    <Text>
      {paint('accent', prompt)} {lines.join('\n')}
      {paint('accent', '▏')}
    </Text>
  );
}
