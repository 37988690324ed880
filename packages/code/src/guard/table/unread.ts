import { jsonFault, parseSettings } from '@wavehooks/settings';
import { AGENTS, type AgentName } from './agents.ts';

/**
 * Why an agent runs no hook of a file, though our entries are in it: it takes less than we do, and most say
 * nothing of a file that they leave out, or its hooks are switched off. Undefined if it runs them.
 */
export function unreadBy(agent: AgentName, file: string, text: string): string | undefined {
  const { title, guard } = AGENTS[agent];
  const { reads, onlyFields, off, form } = guard;
  if (form === 'plugin') return undefined;
  const fault = formFault(reads, text) ?? fieldFault(onlyFields, file, text);
  if (fault) return `${title} does not read this file and runs none of its hooks: ${fault}`;
  const isOff = off && valueAt(parseSettings(file, text).value, off[0]) === off[1];
  return isOff ? `${title} runs no hook: "${off[0]}" is ${off[1]} in this file` : undefined;
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, name) => (Object(inner) as Record<string, unknown>)[name], value);

function formFault(reads: readonly string[], text: string): string | undefined {
  const isMarked = text.startsWith('\uFEFF');
  if (isMarked && !reads.includes('bom')) return 'it begins with a byte order mark; remove it';
  const plain = isMarked ? text.slice(1) : text;
  const fault = jsonFault(plain, reads.includes('comments') ? 'with comments' : 'plain');
  const wanted = reads.includes('comments') ? 'JSON, comments allowed' : 'plain JSON, no comments';
  return fault && `${fault} (it takes ${wanted}, no comma at the end of a list)`;
}

function fieldFault(fields: readonly string[] | undefined, file: string, text: string) {
  if (fields === undefined) return undefined;
  const odd = Object.keys(parseSettings(file, text).value).find((one) => !fields.includes(one));
  return odd && `it takes only the fields ${fields.join(' and ')}, and here is "${odd}"`;
}
