import { Text } from 'ink';
import { useState } from 'react';
import { draw } from '../../draw/item.ts';
import type { Item } from '../../state/item.ts';
import { changeOf } from '../../text/file-change.ts';
import { painterOf, THEMES, type Theme } from '../../text/theme.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Frame } from '../parts/frame.tsx';
import type { PanelProps } from './panels.tsx';

const NAMES = [...(Object.keys(THEMES) as Theme[]), 'none' as const];

/** Chooses the colours; what they look like stands below. */
export function ThemePanel({ context, onClose }: PanelProps) {
  const canvas = useCanvas(4);
  const first = Math.max(0, NAMES.indexOf(context.paint.theme?.() ?? 'none'));
  const [name, setName] = useState<Theme>(NAMES[first] ?? 'none');
  const preview = { ...canvas, paint: painterOf(name) };
  return (
    <Frame title="Theme: ↑ ↓ show how it looks, Enter keeps it, Esc closes">
      <Choice
        options={NAMES.map((one) => ({ label: one, value: one }))}
        onChoose={(chosen) => {
          onClose();
          context.chooseTheme(chosen);
          context.redraw(canvas);
        }}
        onMove={setName}
        first={first}
        onEscape={onClose}
      />
      <Text>{SAMPLE.flatMap((item) => ['', ...draw(item, preview)]).join('\n')}</Text>
    </Frame>
  );
}

const CALL = {
  type: 'tool',
  id: '',
  stage: 'end',
  name: 'Edit',
  parameters: { file_path: 'cart.ts' },
} as const;
const CHANGE = changeOf('return sum(prices);\n', 'return max(0, sum(prices));\n');

/** A little of everything. */
const SAMPLE: readonly Item[] = [
  { is: 'answer', text: 'The **total** is in `cart.ts`: https://example.com', goesOn: false },
  { is: 'tool', block: { ...CALL, success: true }, hooks: [], change: CHANGE },
  { is: 'tool', block: { ...CALL, success: false, result: 'It did not work.' }, hooks: [] },
  { is: 'told', tone: 'warning', text: 'cart.ts has no test', hook: 'lint' },
  { is: 'to-agent', text: 'Add a test.', hooks: ['lint'] },
];
