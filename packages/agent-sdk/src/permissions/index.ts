export { checkRules, type RuleProblem } from './check.ts';
export {
  decidePermission,
  type Facts,
  PERMISSION_ROWS,
  type Permission,
  type Unsure,
} from './decide.ts';
export { type Asked, permissionFacts } from './facts.ts';
export { hiddenBy, type Matched, matchRules } from './match.ts';
export { PERMISSION_MODES, type PermissionMode, type Rules } from './rule.ts';
