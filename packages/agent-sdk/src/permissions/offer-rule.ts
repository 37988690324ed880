import { relative } from 'node:path';
import type { Tool } from '../vocabulary/tool.ts';
import type { Look } from './facts/facts.ts';

interface Call {
  readonly tool: Tool;
  readonly input: Record<string, unknown>;
}

/**
 * The rule that would spare the user this question for the rest of the session: the narrowest that in
 * fact does. Undefined where none can, as where a hook asks.
 */
export function offeredRule(
  call: Call,
  look: Look,
  settles: (rule: string) => boolean,
): string | undefined {
  return candidates(call, look).find(settles);
}

function candidates({ tool, input }: Call, { place, files }: Look): string[] {
  if (tool.files) {
    const name = tool.effect === 'edit' ? 'Edit' : 'Read';
    return files.flatMap(({ path: file }) => {
      const inside = relative(place.projectDir, file);
      const whole = `${name}(/${file})`;
      return inside.startsWith('..') ? [whole] : [`${name}(${inside})`, whole];
    });
  }
  const subject = tool.subject?.(input);
  return subject === undefined ? [tool.name] : [`${tool.name}(${subject})`];
}
