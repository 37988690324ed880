import type { JsonSchema } from './output-schema.ts';

const schemaText = (schema: JsonSchema): string =>
  `It has to fit this JSON Schema:\n${JSON.stringify(schema)}`;

/** What the model is asked for beside the prompt. */
export const askFor = (schema: JsonSchema): string =>
  `Use your tools as you need them. When you are done, your last message has to be one JSON document and nothing else: no words around it, no code fence. ${schemaText(schema)}`;

/** What it hears where that did not come. The schema again: what was said before may be summed up by now. */
export const askAgain = (faults: readonly string[], schema: JsonSchema): string =>
  `Your last message is not the JSON document that was asked for:\n${listed(faults)}\nSend the whole document, corrected, and nothing else. ${schemaText(schema)}`;

const listed = (faults: readonly string[]): string =>
  faults.map((fault) => `- ${fault}`).join('\n');

/** For the user, each time. */
export const toldAgain = (faults: readonly string[], time: number, most: number): string =>
  `The answer does not fit the schema (${faults.join('; ')}). The model is asked to correct it, ${time} of ${most}.`;

/** For the user, and for whoever waits for the result. */
export const gaveUp = (faults: readonly string[], most: number): string =>
  `The answer does not fit the schema, after ${most} corrections: ${faults.join('; ')}`;
