import type { Agent } from '@wavehooks/agent-sdk';
import { EVENT_NAMES } from '@wavehooks/hooks';
import { isAboutTool } from '@wavehooks/hooks/vocabulary';
import { explainHooks } from '@wavehooks/settings';
import { exactLine, exactly } from '../../cli/style.ts';
import type { Paint } from '../text/theme.ts';
import { sessionHooks } from './session-hooks.ts';

/** Which hooks fire for a tool, and why the others do not. */
export function explainLines(agent: Agent, tool: string, paint: Paint): string[] {
  const rows = sessionHooks(agent).map(({ row }) => row);
  return EVENT_NAMES.filter(isAboutTool).flatMap((event) => {
    const all = explainHooks(rows, event, tool.trim() || undefined).filter(
      (one) => one.event === event,
    );
    return [
      paint('strong', `${event} of ${exactly(tool)}`),
      ...(all.length === 0 ? ['  no hooks'] : []),
      ...all.map(
        ({ fires, name, because }) =>
          `  ${fires ? paint('good', 'fires') : paint('quiet', 'does not')}  ${exactLine(name)}: ${exactly(because)}`,
      ),
    ];
  });
}
