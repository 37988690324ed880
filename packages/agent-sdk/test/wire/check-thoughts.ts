import { isDeepStrictEqual } from 'node:util';
import type { AnthropicBlock, AnthropicBody, AnthropicMessage } from './check-anthropic.ts';
import { type Issued, issuedFor, plainBlock } from './issued.ts';
import { bad, type Refusal } from './wire.ts';

/** Models whose thoughts are bound to everything in front of them (docs: preserved thinking). */
const PRESERVED = /^claude-(?:fable-5-[12]|mythos-5-[12]|(?:opus|sonnet|haiku)-5-5)(?!\d)/;
/** Models that take no budget of thoughts. */
const ADAPTIVE = /^claude-(?:(?:opus|sonnet)-4-[6-9]|[a-z]+-[5-9])(?!\d)/;
const ONLY_ADAPTIVE = /^claude-(?:opus-4-[78]|[a-z]+-[5-9])(?!\d)/;
/** They cannot be asked not to think. */
const ALWAYS = /^claude-(?:fable|mythos)-5/;

/** What the Messages API refuses about thoughts, and about how they are asked for. */
export function thoughtRefusals(body: AnthropicBody, betas: string): Refusal[] {
  const messages = body.messages ?? [];
  const drops =
    betas.includes('thinking-binding-controls-2026-08-01') &&
    body.thinking?.block_binding?.prefix_mismatch_behavior === 'drop_block';
  return [
    ...askedFaults(body, betas),
    ...messages.flatMap(endFaults),
    ...startFaults(body),
    ...latestFaults(messages),
    ...messages.flatMap((_, at) => signatureFaults(body, at, drops)),
  ].map(bad);
}

const isThought = ({ type }: AnthropicBlock) => /thinking/.test(type);

function askedFaults(
  { model = '', thinking, max_tokens = 0, output_config }: AnthropicBody,
  betas: string,
): string[] {
  const { type, budget_tokens: budget = 0 } = thinking ?? {};
  const efforts = ['low', 'medium', 'high', ...(/-4-6(?!\d)/.test(model) ? [] : ['xhigh']), 'max'];
  const effort = output_config?.effort;
  return [
    ...(type === 'enabled' && ONLY_ADAPTIVE.test(model)
      ? [
          '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
        ]
      : []),
    ...(type === 'adaptive' && /^claude/.test(model) && !ADAPTIVE.test(model)
      ? ['adaptive thinking is not supported on this model']
      : []),
    ...(type === 'disabled' && ALWAYS.test(model)
      ? ['"thinking.type.disabled" is not supported for this model.']
      : []),
    ...(type === 'enabled' && budget < 1024
      ? ['thinking.enabled.budget_tokens: Input should be greater than or equal to 1024']
      : []),
    ...(type === 'enabled' && budget >= max_tokens
      ? ['`max_tokens` must be greater than `thinking.budget_tokens`.']
      : []),
    ...(effort !== undefined && !efforts.includes(effort)
      ? [`output_config.effort: Input should be ${efforts.map((one) => `'${one}'`).join(', ')}`]
      : []),
    ...(thinking?.block_binding && !betas.includes('thinking-binding-controls-2026-08-01')
      ? ['thinking.block_binding: Extra inputs are not permitted']
      : []),
  ];
}

function endFaults({ role, content }: AnthropicMessage, index: number): string[] {
  const last = content.at(-1);
  return role === 'assistant' && last && isThought(last)
    ? [`messages.${index}: The final block in an assistant message cannot be \`${last.type}\`.`]
    : [];
}

/**
 * With a budget of thoughts, a turn that goes on after results has begun with a thought. A script may leave it out,
 * which no provider does; then nothing is missing.
 */
function startFaults({ thinking, messages = [] }: AnthropicBody): string[] {
  if (thinking?.type !== 'enabled') return [];
  const goesOn = (at: number) => messages[at]?.content[0]?.type === 'tool_result';
  let first = messages.length;
  while (first >= 2 && goesOn(first - 1)) first -= 2;
  const start = messages[first]?.content[0];
  if (first === messages.length || !start || isThought(start)) return [];
  const ids = messages[first]?.content.map(({ id }) => id) ?? [];
  if (ids.some((id) => issuedFor(`no thought: ${id}`).length > 0)) return [];
  return [
    `messages.${first}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${start.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`.`,
  ];
}

const keyOf = ({ signature, data }: AnthropicBlock) => signature ?? data ?? '';

/** What was given out with the first thought of a message. */
const answersOf = (message: AnthropicMessage): readonly Issued[] =>
  issuedFor(keyOf(message.content.find(isThought) ?? { type: '' }));

/** In the latest answer, thoughts stand where they stood, between the same blocks. */
function latestFaults(messages: readonly AnthropicMessage[]): string[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const latest = messages[at];
  if (!latest?.content.some(isThought)) return [];
  const sent = latest.content.map(plainBlock);
  const answers = answersOf(latest);
  if (answers.length === 0 || answers.some(({ blocks }) => agrees(blocks, sent))) return [];
  const place = latest.content.findIndex(isThought);
  return [
    `messages.${at}.content.${place}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
  ];
}

/** All thoughts of the answer, and in its order whatever else of it came back. */
function agrees(answer: readonly object[], sent: readonly object[]): boolean {
  const back = answer.filter(
    (block) =>
      isThought(block as AnthropicBlock) || sent.some((one) => isDeepStrictEqual(one, block)),
  );
  const start = sent.findIndex((one) => isDeepStrictEqual(one, back[0]));
  return isDeepStrictEqual(sent.slice(start, start + back.length), back);
}

function signatureFaults(body: AnthropicBody, index: number, drops: boolean): string[] {
  const { content = [], role } = body.messages?.[index] ?? {};
  if (role !== 'assistant') return [];
  return content.flatMap((block, place) => {
    if (!isThought(block)) return [];
    const at = `messages.${index}.content.${place}`;
    const invalid = `${at}: Invalid \`signature\` in \`${block.type}\` block`;
    const known = issuedFor(keyOf(block));
    if (known.length === 0) return [invalid];
    if (drops || !PRESERVED.test(body.model ?? '')) return [];
    const prefix = prefixOf(body, index, place);
    return known.some((one) => one.model !== body.model || one.prefix === prefix)
      ? []
      : [
          `${invalid}. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`,
        ];
  });
}

/** Everything in front of a block. Where messages begin does not count, nor where a cache mark stands. */
export function prefixOf(body: AnthropicBody, index: number, place: number): string {
  const { system = [], tools = [], messages = [] } = body;
  const blocks = messages
    .slice(0, index + 1)
    .flatMap(({ role, content }, at) =>
      content.slice(0, at === index ? place : undefined).map((block) => [role, deep(block)]),
    );
  return JSON.stringify([system.map(plainBlock), tools.map(plainBlock), blocks]);
}

/** Results hold blocks, which may have marks as well. */
function deep(block: AnthropicBlock): object {
  const plain = plainBlock(block) as { content?: unknown };
  return Array.isArray(plain.content)
    ? { ...plain, content: plain.content.map(plainBlock) }
    : plain;
}
