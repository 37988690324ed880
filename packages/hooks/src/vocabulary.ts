export { bareHost, type Domain, domainOf, fitsDomain, readDomain } from './entries/domain.ts';
export {
  compileMatcher,
  type Matcher,
  MatcherTooSlow,
  matcherText,
  matches,
  names,
} from './entries/match.ts';
export {
  type Held,
  type ParsedRule,
  parseRule,
  type RuleCall,
  type RuleHolds,
  readRule,
} from './entries/rule.ts';
export {
  COMMON,
  canBlock,
  canCause,
  cell,
  EVENTS,
  isAboutTool,
  means,
  observes,
  type Peer as PeerName,
  specOf,
} from './vocabulary/events.ts';
export { checkNode } from './vocabulary/node-version.ts';
export { exactly, printable } from './vocabulary/printable.ts';
export {
  type Field,
  type Fields,
  isObject,
  misfit,
  optional,
  required,
  show,
  type Values,
} from './vocabulary/shape.ts';
export { commandMeant, optionFault, suggest } from './vocabulary/suggest.ts';
export { AGENT_TYPE_NAMES, TOOL_NAMES } from './vocabulary/tools.ts';
export { EVENTS_ELSEWHERE, eventMeant, wrongEvent } from './vocabulary/wrong-event.ts';
