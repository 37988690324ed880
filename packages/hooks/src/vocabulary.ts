export { bareHost, type Domain, domainOf, fitsDomain, readDomain } from './entries/domain.ts';
export {
  compileMatcher,
  judge,
  type Matcher,
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
export { fieldsGivenTwice } from './reading/duplicates.ts';
export {
  COMMON,
  canBlock,
  canCause,
  cell,
  EVENTS,
  isAboutTool,
  means,
  observes,
  specOf,
} from './vocabulary/events.ts';
export { checkNode } from './vocabulary/node-version.ts';
export { exactly, printable } from './vocabulary/printable.ts';
export {
  type Field,
  type Fields,
  isObject,
  type Kind,
  misfit,
  optional,
  required,
  show,
  type ValueOf,
  type Values,
} from './vocabulary/shape.ts';
export { commandMeant, optionFault, suggest } from './vocabulary/suggest.ts';
export { AGENT_TYPE_NAMES, ALSO_CALLED, TOOL_NAMES, toolKind } from './vocabulary/tools.ts';
export {
  EVENTS_ELSEWHERE,
  eventMeant,
  INPUTS_ELSEWHERE,
  isElsewhere,
  wrongEvent,
} from './vocabulary/wrong-event.ts';
