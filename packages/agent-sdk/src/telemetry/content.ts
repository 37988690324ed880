import type { Attributes } from '@opentelemetry/api';
import type { Redactor } from '@wavehooks/settings/log';
import type { Change, ToolPatch } from '../conversation/conversation.ts';
import type { Block, Message } from '../vocabulary/messages.ts';
import { finishReason, type Of } from './attributes.ts';

/** What was said, for spans. Only where the user asked for it. */
export interface Content {
  hear(change: Change, agent: string | undefined): void;
  ofRequest(event: Of<'request'>, agent: string | undefined): Attributes;
  ofCall(event: Of<'calling'>): Attributes;
  ofResult(patch: ToolPatch): Attributes;
  /** A subagent has ended. */
  forget(agent: string): void;
}

/** Of a long conversation its end: a collector refuses what is too large, and then all of it is lost. */
const MOST_CHARS = 200_000;

export function createContent(redact: Redactor): Content {
  const json = (value: unknown) => JSON.stringify(redact(value)) ?? '';
  const said = new Map<string, Message[]>();
  const of = (agent = '') => {
    const known = said.get(agent) ?? [];
    said.set(agent, known);
    return known;
  };
  return {
    hear: (change, agent) => {
      const messages = of(agent);
      said.set(agent ?? '', changed(messages, change));
    },
    ofRequest: (event, agent) => {
      const messages = of(agent);
      const last = event.ended === 'done' ? messages.at(-1) : undefined;
      const output = last?.role === 'assistant' ? last : undefined;
      const input = output ? messages.slice(0, -1) : messages;
      const finish_reason = finishReason(event.reason);
      return {
        'gen_ai.input.messages': json(theEnd(input.flatMap(spoken))),
        ...(output
          ? {
              'gen_ai.output.messages': json([
                { role: 'assistant', parts: output.blocks.flatMap(partOf), finish_reason },
              ]),
            }
          : {}),
      };
    },
    ofCall: ({ input }) => ({
      'gen_ai.tool.call.arguments': json(input),
    }),
    forget: (agent) => void said.delete(agent),
    ofResult: ({ result }) =>
      result === undefined ? {} : { 'gen_ai.tool.call.result': redact(result) },
  };
}

function changed(messages: Message[], change: Change): Message[] {
  switch (change.is) {
    case 'added':
      return change.passing ? messages : [...messages, change.message];
    case 'block':
      return messages.map((message) =>
        message.id === change.id
          ? { ...message, blocks: [...message.blocks, change.block] }
          : message,
      );
    case 'tool':
      return messages.map((message) => ({
        ...message,
        blocks: message.blocks.map((block) =>
          block.type === 'tool' && block.id === change.call ? { ...block, ...change.patch } : block,
        ),
      }));
    case 'compacted': {
      const tail = messages.findIndex(({ id }) => id === change.message.compaction?.tail);
      return [change.message, ...(tail < 0 ? [] : messages.slice(tail))];
    }
    case 'rewound': {
      const at = messages.findIndex(({ id }) => id === change.to);
      return at < 0 ? messages : messages.slice(0, at);
    }
    default:
      return messages;
  }
}

interface Spoken {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly parts: readonly object[];
}

/** A message as the conventions have it: what came of calls is one of its own. */
function spoken({ role, blocks }: Message): Spoken[] {
  const parts = blocks.flatMap(partOf);
  const results = blocks.flatMap((block) =>
    block.type === 'tool' && block.result !== undefined
      ? [{ type: 'tool_call_response', id: block.id, response: block.result }]
      : [],
  );
  return [
    ...(parts.length > 0 ? [{ role, parts }] : []),
    ...(results.length > 0 ? [{ role: 'tool' as const, parts: results }] : []),
  ];
}

/** What is for the user alone never was part of a request. */
function partOf(block: Block): object[] {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return [{ type: block.type, content: block.content }];
    case 'tool':
      return [{ type: 'tool_call', id: block.id, name: block.name, arguments: block.parameters }];
    case 'image':
      return [{ type: 'blob', modality: 'image', mime_type: block.mediaType }];
    default:
      return [];
  }
}

function theEnd(all: readonly Spoken[]): readonly Spoken[] {
  let room = MOST_CHARS;
  const from = all.findLastIndex((one) => {
    room -= JSON.stringify(one).length;
    return room < 0;
  });
  return all.slice(from + 1);
}
