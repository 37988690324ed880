import { Text, useAnimation } from 'ink';
import { printable } from '../../cli/style.ts';
import { clipped } from '../draw/lines.ts';
import { subjectOf } from '../draw/tool.ts';
import type { State } from '../state/state.ts';
import { useCanvas } from './context.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** One line that says what is going on, and for how long. */
export function Activity({ state, now }: { state: State; now: () => number }) {
  const { paint, width } = useCanvas();
  const { frame } = useAnimation({ interval: 100 });
  if (state.busySince === undefined) return null;
  const { what, since } = doing(state);
  const seconds = Math.max(0, Math.floor((now() - since) / 1000));
  const text = `${what}${seconds > 0 ? ` ${seconds} s` : ''}`;
  return (
    <Text>
      {paint('accent', FRAMES[frame % FRAMES.length] ?? '')} {clipped(text, width - 20)}
      {paint('quiet', '  Esc interrupts')}
    </Text>
  );
}

/** The innermost thing that is under way. */
export function doing(state: State): { what: string; since: number } {
  const since = state.busySince ?? 0;
  if (state.busyWith !== undefined) return { what: printable(state.busyWith), since };
  const [hook] = state.running;
  if (hook) {
    const more = state.running.length > 1 ? ` and ${state.running.length - 1} more` : '';
    const said = hook.statusMessage ? `: ${hook.statusMessage}` : '';
    return {
      what: printable(`hook ${hook.hook}${more} (${hook.event})${said}`),
      since: hook.since,
    };
  }
  if (state.dialogs.length > 0) return { what: 'waiting for your answer', since };
  const tool = state.open.find((item) => item.is === 'tool' && item.block.stage === 'running');
  if (tool?.is === 'tool')
    return { what: printable(`${tool.block.name} ${subjectOf(tool.block)}`), since };
  if (state.stream.text !== '') return { what: 'answering', since };
  return { what: state.stream.thinking ? 'thinking' : 'waiting for the model', since };
}
