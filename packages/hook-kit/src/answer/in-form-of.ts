import { isObject } from './check.ts';

/**
 * A text in the form of a tool's own output: where that is an object, its text is replaced and the rest
 * stays. Anything else is left as it is.
 */
export function inFormOf(response: unknown, value: unknown): unknown {
  if (typeof value !== 'string' || !isObject(response)) return value;
  if (typeof response['stdout'] === 'string') return { ...response, stdout: value, stderr: '' };
  if (isObject(response['file']))
    return { ...response, file: { ...response['file'], content: value } };
  if (typeof response['content'] === 'string') return { ...response, content: value };
  if (Array.isArray(response['content']))
    return { ...response, content: [{ type: 'text', text: value }] };
  return value;
}
