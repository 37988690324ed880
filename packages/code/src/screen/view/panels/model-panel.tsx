import { Text } from 'ink';
import { useState } from 'react';
import { MODEL_EXAMPLES, modelChoices } from '../../commands/choices.ts';
import { shortened } from '../../text/lines.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Frame } from '../parts/frame.tsx';
import { LineInput } from '../parts/line-input.tsx';
import type { PanelProps } from './panels.tsx';

/** Rows: a name can be as long as somebody likes. */
const MOST_PROBLEM = 4;
const OPTIONS = 3;

/** Chooses the model for the requests to come. */
export function ModelPanel({ context, onClose }: PanelProps) {
  const [typing, setTyping] = useState(false);
  const [problem, setProblem] = useState('');
  const { width } = useCanvas(4);
  const { agent } = context.controller;
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
          options={[
            ...modelChoices(agent),
            {
              key: 'o',
              label: 'Another …',
              about: MODEL_EXAMPLES,
              value: '',
            },
          ]}
          onChoose={(name) => (name === '' ? setTyping(true) : use(name))}
          onEscape={onClose}
          most={OPTIONS}
        />
      )}
    </Frame>
  );
}
