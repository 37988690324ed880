import type { Block, Message } from '../vocabulary/messages.ts';

/** A token is about four letters of English; fewer, so that an estimate is rather too high. */
export const BYTES_PER_TOKEN = 3;
/** What a message costs beside its texts. */
const PER_MESSAGE = 8;
/** Providers count an image by its size; this is a large one. */
const PER_IMAGE = 1_600;

export const tokensOfText = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** About how many tokens a model reads of a message; nothing of what is for the user only. */
export function tokensOf({ blocks }: Message): number {
  const tokens = blocks.reduce((sum, block) => sum + tokensOfBlock(block), 0);
  return tokens === 0 ? 0 : tokens + PER_MESSAGE;
}

export const tokensOfAll = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + tokensOf(message), 0);

/** Of that, what tools returned. */
export const tokensOfResults = ({ blocks }: Message): number =>
  blocks.reduce(
    (sum, block) =>
      sum +
      (block.type === 'tool'
        ? tokensOfText(block.result ?? '') + (block.images?.length ?? 0) * PER_IMAGE
        : 0),
    0,
  );

const TOKENS: { [K in Block['type']]: (block: Extract<Block, { type: K }>) => number } = {
  text: ({ content }) => tokensOfText(content),
  image: () => PER_IMAGE,
  reasoning: ({ content, metadata }) =>
    tokensOfText(content) + (metadata ? tokensOfText(JSON.stringify(metadata)) : 0),
  tool: ({ name, parameters, result = '', images = [], served }) =>
    tokensOfText(name) +
    tokensOfText(JSON.stringify(parameters)) +
    tokensOfText(served ? (JSON.stringify(served.output) ?? '') : result) +
    images.length * PER_IMAGE,
  error: () => 0,
  notice: () => 0,
};

const tokensOfBlock = (block: Block): number => TOKENS[block.type](block as never);
