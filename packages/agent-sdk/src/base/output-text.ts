/** A text, or a value in the shape of a tool's response. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  const { output: text } = Object(output) as { output?: unknown };
  return typeof text === 'string' ? text : (JSON.stringify(output) ?? String(output));
}
