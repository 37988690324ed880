import { Text } from 'ink';
import { useState } from 'react';
import { MODEL_EXAMPLES, modelChoices } from '../../commands/choices.ts';
import { shortened } from '../../text/lines.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Frame } from '../parts/frame.tsx';
import { LineInput } from '../parts/line-input.tsx';
import { ROOMS } from '../parts/rooms.ts';
import type { PanelProps } from './panels.tsx';

/** Rows: a name can be as long as somebody likes. */
const MOST_PROBLEM = 4;
const OPTIONS = 3;

/** Stands where few rows show it, too. */
const OTHER = { key: 'o', label: 'Another …', about: MODEL_EXAMPLES, value: '' };

/** Chooses the model for the requests to come. */
export function ModelPanel({ context, onClose }: PanelProps) {
  const [typing, setTyping] = useState(false);
  const [problem, setProblem] = useState('');
  const { width, rows } = useCanvas(4);
  const { agent } = context.controller;
  // How full the window is takes its time to count: once is enough.
  const [choices] = useState(() => modelChoices(agent));
  const use = (name: string) => {
    try {
      context.chooseModel(name);
      context.print(`The model is ${agent.model} from now on.`);
      onClose();
    } catch (error) {
      setTyping(false);
      setProblem((error as Error).message);
    }
  };
  return (
    <Frame title="Model">
      {problem ? (
        <Text>{context.paint('bad', shortened(problem, width, MOST_PROBLEM).join('\n'))}</Text>
      ) : null}
      {typing ? (
        <LineInput prompt="Name:" onDone={use} onEscape={() => setTyping(false)} />
      ) : (
        <Choice
          options={[...choices.slice(0, 2), OTHER, ...choices.slice(2)]}
          onChoose={(name) => (name === '' ? setTyping(true) : use(name))}
          onEscape={onClose}
          most={Math.max(OPTIONS, ROOMS.panel(rows).own - MOST_PROBLEM)}
        />
      )}
    </Frame>
  );
}
