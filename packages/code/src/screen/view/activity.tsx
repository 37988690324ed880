import { Text, useAnimation } from 'ink';
import type { State } from '../state/state.ts';
import { activityLine, doing, secondsOf } from './doing.ts';
import { useCanvas } from './parts/context.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** The sign in the window's title, too. */
const RESTS = '?';

/** One line that says what is going on, and for how long. */
export function Activity({ state, now }: { state: State; now: () => number }) {
  const { paint, width } = useCanvas();
  const what = state.busySince === undefined ? undefined : doing(state);
  const isActive = what !== undefined && !what.rests;
  const { frame } = useAnimation({ interval: 100, isActive });
  if (!what) return null;
  const { text, hint } = activityLine(what, secondsOf(what, now()), width - 2);
  return (
    <Text>
      {paint('accent', isActive ? (FRAMES[frame % FRAMES.length] ?? '') : RESTS)} {text}
      {paint('quiet', hint)}
    </Text>
  );
}
