import { headAndTail } from '../base/text.ts';
import type { Prefix } from '../conversation/conversation.ts';
import { viewOf } from '../conversation/model-view.ts';
import { tellOnce } from '../conversation/tell-once.ts';
import { voidBound } from '../conversation/thoughts.ts';
import type { Block, Message, Told } from '../vocabulary/messages.ts';
import type { ToolSpec } from '../vocabulary/model.ts';
import type { TurnParts } from './turn.ts';

/**
 * The parts of an agent whose requests all begin with the same bytes: providers bind thoughts, and their cache, to
 * the system text and the tools. Both are made with the first request and kept in the session's file. What changes
 * later is told at the end of the conversation: a tool that is new is called with ToolCall, one that is gone stays
 * listed, and its calls fail.
 */
export function withFrozenPrefix(parts: TurnParts, kept?: Prefix): TurnParts {
  let prefix = kept;
  const put = (next: Prefix) => {
    prefix = next;
    // A subagent is never resumed.
    if (!parts.agent) parts.conversation.note({ is: 'prefix', ...next });
  };
  return {
    ...parts,
    system: () => prefix?.system ?? parts.system(),
    specs: () => prefix?.tools ?? parts.specs(),
    search: () => (prefix ? prefix.search : parts.search?.()),
    freeze: () => {
      const { conversation, model } = parts;
      const live = liveOf(parts);
      if (!prefix) return put(live);
      const note = noteOn(prefix, live, toldIn(conversation.messages));
      if (note) conversation.add('user', [note], 'wave');
      if (JSON.stringify(live.search) === JSON.stringify(prefix.search)) return;
      if (!prefix.search) {
        // Of those that can search, Claude is the one.
        if (/claude/.test(model().id)) tellOnce(conversation, LATE);
        return;
      }
      // What a rule takes from the provider's search holds at once. It is listed among the tools.
      voidBound(conversation, model());
      put({ ...live, system: prefix.system, tools: prefix.tools });
    },
  };
}

/** What the provider runs itself has to be among the tools. */
const LATE =
  'WebSearch is allowed now. This conversation began without it, so the next one has it (/clear).';

/** The names of all tools that the model was told of. */
export const toolsTold = (messages: readonly Message[], prefix: Prefix | undefined): string[] =>
  [...(prefix?.tools ?? []), ...toldIn(messages).tools].map(({ name }) => name);

function liveOf({ system, specs, search }: TurnParts): Prefix {
  const scope = search?.();
  return { system: system(), tools: specs(), ...(scope ? { search: scope } : {}) };
}

/** Read from what the model gets: after an undo or a compaction, what it does not know is told again. */
function toldIn(messages: readonly Message[]): Told {
  const last = viewOf(messages).findLast(({ blocks }) => blocks.some(toldBy));
  return last?.blocks.map(toldBy).find(Boolean) ?? { tools: [], gone: [] };
}

const toldBy = (block: Block) => (block.type === 'text' ? block.told : undefined);

/** What the model does not know yet; undefined if it knows all. */
function noteOn(prefix: Prefix, live: Prefix, told: Told): Block | undefined {
  const listed = new Set(prefix.tools.map(({ name }) => name));
  const known = new Map([...prefix.tools, ...told.tools].map((one) => [one.name, one]));
  const changed = live.tools.filter((tool) => !isSame(tool, known.get(tool.name)));
  const there = new Set(live.tools.map(({ name }) => name));
  const gone = [...known.keys()].filter((name) => !there.has(name));
  const news = [
    ...newParagraphs(told.system ?? prefix.system, live.system),
    ...changed.map((tool) => toolNews(tool, listed.has(tool.name))),
    ...goneNews(told.gone, gone),
  ];
  if (news.length === 0) return undefined;
  const again = new Set(changed.map(({ name }) => name));
  const tools = [...told.tools.filter(({ name }) => !again.has(name)), ...changed];
  const system = live.system === prefix.system ? {} : { system: live.system };
  return { type: 'text', content: newsText(news), told: { ...system, tools, gone } };
}

const isSame = (tool: ToolSpec, known: ToolSpec | undefined): boolean =>
  tool === known || JSON.stringify(tool) === JSON.stringify(known);

/** What is gone of the text is not worth a word: it was information. */
function newParagraphs(before: string, now: string): string[] {
  const known = new Set(before.split('\n\n'));
  return now.split('\n\n').filter((part) => !known.has(part));
}

const toolNews = ({ name, description, inputSchema }: ToolSpec, isListed: boolean): string =>
  `The tool ${name}${isListed ? '' : ' is new. Call it with ToolCall'}: ${description}\nIts input: ${JSON.stringify(inputSchema)}`;

function goneNews(before: readonly string[], now: readonly string[]): string[] {
  const left = now.filter((name) => !before.includes(name));
  const back = before.filter((name) => !now.includes(name));
  return [
    ...(left.length > 0 ? [`These tools are not available: ${left.join(', ')}.`] : []),
    ...(back.length > 0 ? [`These tools are available again: ${back.join(', ')}.`] : []),
  ];
}

/** Room for the schemas of as many new tools as are offered without a search. */
const MAX_NEWS = 32_000;

const newsText = (news: readonly string[]): string =>
  `What you were told at the beginning has changed. This holds from now on:\n\n${headAndTail(news.join('\n\n'), MAX_NEWS)}`;
