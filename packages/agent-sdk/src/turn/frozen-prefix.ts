import { headAndTail } from '../base/text.ts';
import type { Prefix } from '../conversation/conversation.ts';
import { voidBound } from '../conversation/thoughts.ts';
import type { ToolSpec } from '../vocabulary/model.ts';
import type { TurnParts } from './turn.ts';

/**
 * The parts of an agent whose requests all begin with the same bytes: providers bind thoughts, and their cache, to
 * the system text and the tools. Both are made with the first request and kept in the session's file. What changes
 * later is told at the end of the conversation. A tool that is gone stays listed, and its calls fail.
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
      const live = liveOf(parts);
      if (!prefix) return put(live);
      const { next, news } = follow(prefix, live);
      if (news.length === 0 && !hasOtherTools(prefix, next) && next.now === prefix.now) return;
      if (hasOtherTools(prefix, next)) voidBound(parts.conversation, parts.model());
      if (news.length > 0)
        parts.conversation.add('user', [{ type: 'text', content: newsText(news) }], 'wave');
      put(next);
    },
  };
}

function liveOf({ system, specs, search }: TurnParts): Prefix {
  const scope = search?.();
  return { system: system(), tools: specs(), ...(scope ? { search: scope } : {}) };
}

interface Followed {
  readonly next: Prefix;
  /** What the model does not know yet. */
  readonly news: readonly string[];
}

/** New tools follow the old ones. Where the provider may search is a rule's to say, so it holds at once. */
function follow(prefix: Prefix, live: Prefix): Followed {
  const listed = new Set(prefix.tools.map(({ name }) => name));
  const there = new Set(live.tools.map(({ name }) => name));
  const added = live.tools.filter(({ name }) => !listed.has(name));
  const changed = changedTools(prefix, live);
  const again = new Set(changed.map(({ name }) => name));
  const gone = [...listed].filter((name) => !there.has(name));
  const now = live.system === prefix.system ? undefined : live.system;
  const next: Prefix = {
    system: prefix.system,
    tools: added.length === 0 ? prefix.tools : [...prefix.tools, ...added],
    ...(now === undefined ? {} : { now }),
    changed: [...(prefix.changed ?? []).filter(({ name }) => !again.has(name)), ...changed],
    gone,
    ...(live.search ? { search: live.search } : {}),
  };
  const news = [
    ...newParagraphs(prefix.now ?? prefix.system, live.system),
    ...changed.map(toolNews),
    ...goneNews(prefix.gone ?? [], gone),
  ];
  return { next, news };
}

const hasOtherTools = (before: Prefix, next: Prefix): boolean =>
  before.tools !== next.tools || JSON.stringify(before.search) !== JSON.stringify(next.search);

/** Listed tools that are not what the model knows of them. */
function changedTools(prefix: Prefix, live: Prefix): readonly ToolSpec[] {
  const known = new Map([...prefix.tools, ...(prefix.changed ?? [])].map((one) => [one.name, one]));
  return live.tools.filter((tool) => {
    const last = known.get(tool.name);
    return last && last !== tool && JSON.stringify(last) !== JSON.stringify(tool);
  });
}

/** What is gone of the text is not worth a word: it was information. */
function newParagraphs(before: string, now: string): string[] {
  const known = new Set(before.split('\n\n'));
  return now.split('\n\n').filter((part) => !known.has(part));
}

const toolNews = ({ name, description, inputSchema }: ToolSpec): string =>
  `The tool ${name}: ${description}\nIts input: ${JSON.stringify(inputSchema)}`;

function goneNews(before: readonly string[], now: readonly string[]): string[] {
  const left = now.filter((name) => !before.includes(name));
  const back = before.filter((name) => !now.includes(name));
  return [
    ...(left.length > 0 ? [`These tools are not available: ${left.join(', ')}.`] : []),
    ...(back.length > 0 ? [`These tools are available again: ${back.join(', ')}.`] : []),
  ];
}

const MAX_NEWS = 16_000;

const newsText = (news: readonly string[]): string =>
  `What you were told at the beginning has changed. This holds from now on:\n\n${headAndTail(news.join('\n\n'), MAX_NEWS)}`;
