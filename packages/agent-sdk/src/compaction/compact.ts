import type { Verdict } from '@wavehooks/hooks';
import { count, plural } from '../base/text.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { imagesIn } from '../conversation/images.ts';
import { lastCompaction, tailOf, viewOf } from '../conversation/model-view.ts';
import { voidBound } from '../conversation/thoughts.ts';
import { blockedBy } from '../hooks/route.ts';
import type { Compaction } from '../vocabulary/messages.ts';
import type { ModelError } from '../vocabulary/model.ts';
import { afterCompact, beforeCompact, type CompactHookParts } from './compact-hooks.ts';
import {
  budget,
  type Cut,
  cutIn,
  isAnswer,
  type Split,
  split,
  standIn,
  tokensOfRequest,
  usedTokens,
} from './compaction-plan.ts';
import { type ContextKinds, contextKinds } from './context-kinds.ts';
import type { Window } from './context-window.ts';
import { digestOf } from './digest.ts';
import { BYTES_PER_TOKEN, tokensOf, tokensOfAll, tokensOfText } from './estimate-tokens.ts';
import { type SummaryParts, summarise } from './summary.ts';

export interface CompactParts extends SummaryParts, CompactHookParts {
  readonly conversation: Conversation;
  readonly window: Window;
}

/** Why the conversation is made shorter. */
type Reason = 'full' | 'refused' | 'asked';

export type Compacted = (
  | ({ readonly done: true } & Pick<Compaction, 'before' | 'after' | 'by'>)
  | { readonly done: false; readonly why: string }
) & {
  /** A hook forbade it, or ended the turn after it. */
  readonly endedBy?: Verdict;
};

/** How full the model's window is, in tokens: about what the next request would have. */
export interface WindowUse {
  readonly used: number;
  readonly size: number;
  /** What it is filled with. */
  kinds(): ContextKinds;
}

export function windowUse({ conversation, window, system, specs }: CompactParts): WindowUse {
  const used = usedTokens(conversation.messages, fixedOf({ system, specs }));
  const request = () => ({
    system: system(),
    specs: specs(),
    messages: viewOf(conversation.messages),
  });
  return { used, size: window.size(), kinds: () => contextKinds(request(), used) };
}

/** Before a request: makes room when there is none left. */
export async function makeRoom(
  parts: CompactParts,
  signal: AbortSignal,
): Promise<Compacted | undefined> {
  const { conversation, window } = parts;
  const full = windowUse(parts).used > window.limit();
  // One that has just been made and was of no use would be made again and again.
  return full && answeredSince(conversation) ? compact(parts, 'full', signal) : undefined;
}

/** After a provider refused a request as too long. How many bytes it takes says nothing of the window. */
export function makeShorter(
  parts: CompactParts,
  refusal: ModelError,
  signal: AbortSignal,
): Promise<Compacted> {
  const used = usedTokens(parts.conversation.messages, fixedOf(parts));
  if (refusal.kind === 'context') {
    parts.window.learn(refusal.message, used);
    return compact(parts, 'refused', signal);
  }
  return compact(parts, 'refused', signal, { most: Math.floor(used / 2) });
}

export interface CompactOptions {
  /** What the user wants to be kept. */
  readonly instructions?: string | undefined;
  /** As many tokens as may be left, where the window says too little of that. */
  readonly most?: number;
}

export async function compact(
  parts: CompactParts,
  reason: Reason,
  signal: AbortSignal,
  { instructions, most = Number.POSITIVE_INFINITY }: CompactOptions = {},
): Promise<Compacted> {
  const { messages } = parts.conversation;
  const free = parts.window.limit() - fixedOf(parts);
  if (free < LEAST_ROOM) return untouched(parts, tooSmall(parts), reason);
  const room = Math.max(LEAST_ROOM, Math.min(most, Math.floor(free * scale(parts))));
  const parted = (reason === 'full' && split(messages, room)) || split(messages, room, true);
  if (!parted) return { done: false, why: 'there is nothing to leave out' };
  const trigger = reason === 'asked' ? 'manual' : 'auto';
  const heeded = await beforeCompact(parts, trigger, instructions, signal);
  if (signal.aborted) return ABORTED;
  if ('heldBy' in heeded)
    return { done: false, why: `${blockedBy(heeded.heldBy)} blocked it`, endedBy: heeded.heldBy };
  const wanted = { messages, room, ...heeded, tooLong: reason === 'refused' };
  const summary = await summarise(parts, wanted, signal);
  if (signal.aborted) return ABORTED;
  const text = summary.ok ? summary.text : ownSummary(parts, parted, room, reason);
  if (text === undefined) return untouched(parts, summary.ok ? '' : summary.why, reason);
  const done = summary.ok
    ? replace(parts, parted, room, text, 'model')
    : replace(parts, parted, room, text, 'wave', summary.why);
  const endedBy = await afterCompact(parts, trigger, text, signal);
  return endedBy ? { ...done, endedBy } : done;
}

const ABORTED: Compacted = { done: false, why: 'it was aborted' };

/** Where the provider counts more than we do, what we count is worth more, too. */
function scale(parts: CompactParts): number {
  const { messages } = parts.conversation;
  const fixed = fixedOf(parts);
  return Math.min(1, (fixed + tokensOfAll(viewOf(messages))) / usedTokens(messages, fixed));
}

/** Less room than this holds no summary worth having. */
const LEAST_ROOM = 1_000;
/** So often the conversation stays as it was when no summary could be made. */
const MAX_FAILURES = 2;

/** Where the request cannot go out as it is, or trying again did not help, we do it ourselves. */
function ownSummary(
  { window }: CompactParts,
  parted: Split,
  room: number,
  reason: Reason,
): string | undefined {
  window.failures++;
  const again = window.failures <= MAX_FAILURES;
  if (reason === 'asked' || (reason === 'full' && again)) return undefined;
  const chars = Math.min(24_000, budget(room, 'summary') * BYTES_PER_TOKEN);
  return `No summary could be made. What happened, without what tools returned:\n\n${digestOf(viewOf(parted.front), chars)}`;
}

function replace(
  { conversation, window, ...parts }: CompactParts,
  parted: Split,
  room: number,
  summary: string,
  by: Compaction['by'],
  why?: string,
): Compacted {
  const fixed = fixedOf(parts);
  const blocks = standIn(summary, parted, room);
  const before = usedTokens(conversation.messages, fixed);
  const tail = tokensOfAll(tailOf(parted.tail, parted.chars));
  const after = fixed + tail + blocks.reduce((sum, { content }) => sum + tokensOfText(content), 0);
  const { chars, tail: kept } = parted;
  // By a message of the conversation itself: messages for the user may not be in the file.
  const first = kept.find((message) => tokensOf(message) > 0);
  const compaction = { tail: first?.id ?? '', before, after, by };
  voidBound(conversation, parts.model());
  conversation.compact(blocks, { ...compaction, ...(chars === undefined ? {} : { chars }) });
  window.failures = 0;
  const images = imagesIn(viewOf(parted.front));
  const cut = cutIn(parted, room);
  const whole = images === 0 && cut.prompts + cut.others === 0;
  const tone = by === 'model' && whole ? 'info' : 'warning';
  conversation.tell(tone, doneText(before, after, keptText(cut), images, why));
  return { done: true, before, after, by };
}

const doneText = (
  before: number,
  after: number,
  kept: string,
  images: number,
  why: string | undefined,
): string =>
  `The conversation was compacted: ${after < before ? `about ${count(before)} tokens became about ${count(after)}` : 'it was short already, and nothing was saved'}. ${kept}; you still see all of it.${
    images === 0 ? '' : ` ${imagesLost(images)}`
  }${
    why === undefined
      ? ''
      : ` The model could not summarise it (${clause(why)}), so what tools returned was left out.`
  }`;

function keptText({ prompts, others }: Cut): string {
  const parts = [
    ...(prompts > 0 ? [plural(prompts, 'prompt')] : []),
    ...(others > 0 ? [`${plural(others, 'text')} of hooks and answers`] : []),
  ];
  if (parts.length === 0) return 'Your prompts and the texts of hooks are kept';
  return `Your prompts and the texts of hooks are kept, except ${parts.join(' and ')} that did not fit: cut to head and tail, or left out`;
}

const imagesLost = (images: number): string =>
  `The model no longer has ${plural(images, 'image')} from before: give ${images === 1 ? 'it' : 'them'} again where needed.`;

/** Within a sentence of ours, whoever wrote it. */
const clause = (text: string): string => text.replace(/[.\s]+$/, '');

function untouched({ conversation, window }: CompactParts, why: string, reason: Reason): Compacted {
  const text = `The conversation is long and could not be compacted: ${clause(why)}. It stays as it was.`;
  // A window that is too small stays so: once is enough.
  if (reason !== 'asked' && !window.told.has(text)) conversation.tell('warning', text);
  window.told.add(text);
  return { done: false, why };
}

const tooSmall = (parts: CompactParts): string =>
  `beside the instructions and the tools there is room for ${count(Math.max(0, parts.window.limit() - fixedOf(parts)))} tokens only (see the setting contextWindow)`;

const fixedOf = ({ system, specs }: Pick<SummaryParts, 'system' | 'specs'>): number =>
  tokensOfRequest(system(), specs());

const answeredSince = ({ messages }: Conversation): boolean =>
  lastCompaction(messages) < 0 || messages.slice(lastCompaction(messages) + 1).some(isAnswer);
