import { compile } from '../../../../test/compile.ts';
import type { Protocol, WireRequest } from './server.ts';

/** The type of a request's body in the provider's own package. */
const BODY: Readonly<Record<Protocol, string>> = {
  anthropic: `import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
    type Body = MessageCreateParamsStreaming;`,
  responses: `import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
    type Body = ResponseCreateParamsStreaming;`,
  chat: `import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
    type Body = ChatCompletionCreateParamsStreaming;`,
  // The package has enums where the wire has their texts, and calls no type what it puts together itself.
  gemini: `import type { Content, GenerationConfig, Tool, ToolConfig } from '@google/genai';
    type Wire<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Wire<T[K]> } : T;
    type Body = { contents: Wire<Content>[], systemInstruction?: Wire<Content>, tools?: Wire<Tool>[],
      toolConfig?: Wire<ToolConfig>, generationConfig?: Wire<GenerationConfig> };`,
};

/** What the compiler says of these requests, as if a program had written them with the provider's package. */
export function misfits(requests: readonly WireRequest[]): string[] {
  const files = requests.map(({ protocol, body }, at) => {
    const text = `${BODY[protocol]}\nexport const body: Body = ${JSON.stringify(body)};\n`;
    return [`request-${at}.ts`, text];
  });
  return compile(Object.fromEntries(files), { skipLibCheck: true, lib: ['ES2024', 'DOM'] });
}
