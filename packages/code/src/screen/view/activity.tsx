import { Text, useAnimation } from 'ink';
import type { State } from '../state/state.ts';
import { activityLine, doing, secondsOf } from './doing.ts';
import { useCanvas } from './parts/context.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** One line that says what is going on, and for how long. */
export function Activity({ state, now }: { state: State; now: () => number }) {
  const { paint, width } = useCanvas();
  const { frame } = useAnimation({ interval: 100 });
  if (state.busySince === undefined) return null;
  const what = doing(state);
  const { text, hint } = activityLine(what, secondsOf(what, now()), width - 2);
  return (
    <Text>
      {paint('accent', FRAMES[frame % FRAMES.length] ?? '')} {text}
      {paint('quiet', hint)}
    </Text>
  );
}
