import type { Tone } from '@wavehooks/hooks';
import type { FileChange, FileFact } from '../vocabulary/file-state.ts';
import type { Block, Compaction, Message, ToolBlock } from '../vocabulary/messages.ts';
import type { Retry, SearchScope, ToolSpec, Usage } from '../vocabulary/model.ts';
import { withoutImages } from './images.ts';
import { hasThoughts } from './thoughts.ts';

/** One change of a conversation: what listeners hear and what a transcript keeps. */
export type Change =
  /** What is `passing` is shown and not kept: it may quote a prompt that was erased. */
  | {
      readonly is: 'added';
      readonly message: Message;
      readonly passing?: true;
      /** When a prompt was made, in milliseconds. */
      readonly at?: number;
    }
  | { readonly is: 'block'; readonly id: string; readonly block: Block }
  | { readonly is: 'tool'; readonly call: string; readonly patch: ToolPatch }
  /** From here on the model gets this message in place of those before it; the user keeps them all. */
  | { readonly is: 'compacted'; readonly message: Message }
  /** The message of this id and all behind it are gone. */
  | { readonly is: 'rewound'; readonly to: string }
  /** A provider could not read an image among the messages from this one on: a note stands for each. */
  | { readonly is: 'imageless'; readonly from: string }
  /** The thoughts so far are no longer sent. */
  | { readonly is: 'thoughtless' }
  | Note;

/** What is kept beside the messages: what undo and the bill are made of. */
export type Note =
  | ({ readonly is: 'file'; readonly when: 'before' | 'after'; readonly by?: string } & FileFact)
  /**
   * What was found changed when calls had run. `by`: what made it, in words; `shared` where it may have been
   * somebody else as well.
   */
  | {
      readonly is: 'changed';
      readonly by: readonly string[];
      readonly shared?: true;
      readonly files: readonly FileChange[];
    }
  /** Places in which changes of commands cannot be taken back, from here on. */
  | {
      readonly is: 'uncovered';
      readonly places: readonly { readonly path: string; readonly why: string }[];
    }
  /** Something ran that cannot be taken back. */
  | { readonly is: 'ran'; readonly tool: string; readonly what: string }
  /** What every request of the conversation begins with. The last one counts. */
  | ({ readonly is: 'prefix' } & Prefix)
  | { readonly is: 'spent'; readonly model: string; readonly usage: Usage };

export interface Prefix {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly search?: SearchScope;
}

export type ToolPatch = Partial<Omit<ToolBlock, 'type' | 'id' | 'name'>>;

interface Telling {
  readonly hook?: string;
  readonly named?: boolean;
  readonly ends?: boolean;
  readonly passing?: boolean;
  readonly call?: string;
  readonly retry?: Retry;
}

/** The messages of a session. This is the only place that changes them. */
export interface Conversation {
  readonly messages: readonly Message[];
  add(
    role: Message['role'],
    blocks: readonly Block[],
    more?: Message['from'] | Pick<Message, 'tokens' | 'model'>,
    id?: string,
  ): string;
  addBlock(id: string, block: Block): void;
  patchTool(call: string, patch: ToolPatch): void;
  /** For the user only. */
  tell(tone: Tone, content: string, more?: Telling): void;
  compact(blocks: readonly Block[], compaction: Compaction): void;
  /** Takes back the message of this id and all behind it. */
  rewind(to: string): void;
  /** Puts a note in place of every image from the message of this id on. */
  dropImages(from: string): void;
  /** Sends the thoughts so far no more. False where there are none. */
  voidThoughts(): boolean;
  note(note: Note): void;
  /** Puts in what a transcript kept, without telling anybody. */
  restore(changes: readonly Change[]): void;
}

export function createConversation(
  freshId: () => string,
  hear: (change: Change) => void,
  now: () => number = Date.now,
): Conversation {
  const messages: Message[] = [];
  const apply = (change: Change) => {
    CHANGES[change.is](messages, change as never);
    hear(change);
  };
  const add: Conversation['add'] = (role, blocks, about = {}, id = freshId()) => {
    const more = typeof about === 'string' ? { from: about } : about;
    const at = about === 'prompt' ? { at: now() } : {};
    apply({ is: 'added', message: { id, role, blocks, ...more }, ...at });
    return id;
  };
  return {
    messages,
    add,
    addBlock: (id, block) => apply({ is: 'block', id, block }),
    patchTool: (call, patch) => apply({ is: 'tool', call, patch }),
    tell: (tone, content, { passing, ...about } = {}) => {
      const blocks = [userOnly(tone, content, about)];
      const message: Message = { id: freshId(), role: 'assistant', blocks };
      apply({ is: 'added', message, ...(passing ? { passing } : {}) });
    },
    compact: (blocks, compaction) => {
      const message: Message = { id: freshId(), role: 'user', from: 'wave', blocks, compaction };
      apply({ is: 'compacted', message });
    },
    rewind: (to) => apply({ is: 'rewound', to }),
    dropImages: (from) => apply({ is: 'imageless', from }),
    voidThoughts: () => {
      const has = messages.some(hasThoughts);
      if (has) apply({ is: 'thoughtless' });
      return has;
    },
    note: apply,
    restore: (changes) => {
      for (const change of changes) CHANGES[change.is](messages, change as never);
    },
  };
}

const CHANGES: {
  [K in Change['is']]: (all: Message[], change: Extract<Change, { is: K }>) => void;
} = {
  added: (all, { message }) => void all.push(message),
  block: (all, { id, block }) =>
    replace(
      all,
      (message) => message.id === id,
      (message) => ({ ...message, blocks: [...message.blocks, block] }),
    ),
  tool: (all, { call, patch }) =>
    replace(
      all,
      (message) => message.blocks.some((block) => isCall(block, call)),
      (message) => ({
        ...message,
        blocks: message.blocks.map((block) =>
          isCall(block, call) ? { ...block, ...patch } : block,
        ),
      }),
    ),
  compacted: (all, { message }) => void all.push(message),
  rewound: (all, { to }) => {
    const at = all.findIndex(({ id }) => id === to);
    if (at >= 0) all.splice(at);
  },
  imageless: (all, { from }) => {
    const at = all.findIndex(({ id }) => id === from);
    if (at >= 0) all.splice(at, all.length, ...all.slice(at).map(withoutImages));
  },
  thoughtless: (all) =>
    void all.splice(
      0,
      all.length,
      ...all.map((one) => (hasThoughts(one) ? { ...one, voided: true as const } : one)),
    ),
  prefix: () => {},
  file: () => {},
  changed: () => {},
  uncovered: () => {},
  ran: () => {},
  spent: () => {},
};

const isCall = (block: Block, call: string): block is ToolBlock =>
  block.type === 'tool' && block.id === call;

function replace(
  all: Message[],
  isIt: (message: Message) => boolean,
  change: (message: Message) => Message,
): void {
  // The last one: what changes is nearly always near the end.
  const at = all.findLastIndex(isIt);
  const found = all[at];
  if (found) all[at] = change(found);
}

/** An error is a block of its own kind; everything else for the user is a notice. */
function userOnly(tone: Tone, content: string, { hook, named, ends, call, retry }: Telling): Block {
  const by = { ...(hook ? { hook } : {}), ...(named ? { named } : {}) };
  return tone === 'error'
    ? { type: 'error', content, ...by }
    : {
        type: 'notice',
        tone,
        content,
        ...by,
        ...(ends ? { ends } : {}),
        ...(call ? { call } : {}),
        ...(retry ? { retry } : {}),
      };
}
