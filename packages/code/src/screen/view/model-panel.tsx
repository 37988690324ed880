import { Text } from 'ink';
import { useState } from 'react';
import { MODEL_EXAMPLES, modelChoices } from '../choices.ts';
import { Choice } from './choice.tsx';
import { Frame } from './frame.tsx';
import { LineInput } from './line-input.tsx';
import type { PanelProps } from './panels.tsx';

/** Chooses the model for the requests to come. */
export function ModelPanel({ context, onClose }: PanelProps) {
  const [typing, setTyping] = useState(false);
  const [problem, setProblem] = useState('');
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
      {problem ? <Text>{context.paint('bad', problem)}</Text> : null}
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
        />
      )}
    </Frame>
  );
}
