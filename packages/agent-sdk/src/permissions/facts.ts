import type { Decision } from 'wave-hooks';
import { isWithin, realPath, resolverFor } from '../files/paths.ts';
import type { Place, Tool } from '../vocabulary/tool.ts';
import type { Facts } from './decide.ts';
import { commandWritesGuarded } from './guard.ts';
import { matchRules } from './match.ts';
import type { PermissionMode, Rules } from './rule.ts';

/** A call, and what is in force when it is made. */
export interface Asked {
  readonly tool: Tool;
  readonly input: Record<string, unknown>;
  readonly place: Place;
  readonly rules: Rules;
  readonly mode: PermissionMode;
  readonly verdict: Decision;
  readonly canAsk: boolean;
  /** Directories beside the project that may be read, e.g. where cut texts are kept. */
  readonly readable?: readonly string[];
}

/** What the decision depends on, learnt from the call, the rules and the file system. */
export function permissionFacts(asked: Asked): Facts {
  const { tool, input, place, rules, mode, verdict, canAsk, readable = [] } = asked;
  const resolve = resolverFor(place);
  const matched = matchRules(rules, tool, input, place, resolve);
  const files = (tool.files?.(input, place) ?? []).map(resolve);
  const all = (test: (file: (typeof files)[number]) => boolean) =>
    files.length > 0 && files.every(test);
  const mayRead = readable.map((dir) => realPath(dir) ?? dir);
  return {
    verdict,
    mode,
    denied: matched.deny,
    asked: matched.ask,
    allowed: matched.allow,
    mayBeDenied: matched.mayDeny,
    mayBeAsked: matched.mayAsk,
    changesThings: tool.effect === 'edit' || tool.effect === 'run',
    readsInside:
      tool.effect === 'none' ||
      (tool.effect === 'read' &&
        all(({ inside, real }) => inside || mayRead.some((dir) => isWithin(dir, real)))),
    editsInside: tool.effect === 'edit' && all(({ inside }) => inside),
    writesGuarded:
      (tool.effect === 'edit' && files.some(({ guarded }) => guarded)) ||
      (tool.name === 'Bash' && commandWritesGuarded(tool.subject?.(input) ?? '', place, resolve)),
    canAsk,
  };
}
