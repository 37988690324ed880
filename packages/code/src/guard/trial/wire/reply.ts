/** A piece of a reply: text, or a call of a tool. */
type Part =
  | { readonly say: string }
  | {
      readonly call: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Where the call's tool stands in a namespace. */
      readonly namespace?: string;
    };

/** What the scripted model does in one reply. Pieces of text that follow each other are one text, sent in pieces. */
export type Reply = Part | readonly Part[];

export interface Said {
  readonly pieces: readonly string[];
}
export type Called = Extract<Part, { readonly call: string }>;

/** The texts and calls of a reply, in their order. */
export function blocksOf(reply: Reply): readonly (Said | Called)[] {
  const blocks: (Said | Called)[] = [];
  let pieces: string[] | undefined;
  for (const part of [reply].flat() as readonly Part[]) {
    if ('call' in part) {
      pieces = undefined;
      blocks.push(part);
    } else if (pieces) pieces.push(part.say);
    else {
      pieces = [part.say];
      blocks.push({ pieces });
    }
  }
  return blocks;
}

export const hasCall = (reply: Reply): boolean => blocksOf(reply).some((one) => 'call' in one);

/** How a model's endpoint looks to a client. */
export interface Wire {
  /** Whether a request asks the model for the next step of the work: it offers tools. */
  readonly isStep: (path: string, body: Readonly<Record<string, unknown>>) => boolean;
  /** The events of a reply, as they go over the wire. */
  readonly events: (reply: Reply, id: string) => readonly string[];
}

/** One event of a stream, with its name where the protocol has names. */
export const event = (data: object, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

export const hasTools = ({ tools }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(tools) && tools.length > 0;
