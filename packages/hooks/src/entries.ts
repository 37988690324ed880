// For those who read, list and approve entries of settings: what is no business of who runs hooks.

export { type DeadValue, deadValue } from './checking/dead-value.ts';
export { fieldsOf, REMARK } from './checking/entry-fields.ts';
export {
  type HooksObject,
  type Misplaced,
  type Path,
  pathText,
  type Vouch,
} from './checking/source.ts';
export { unknownFields } from './checking/stray-fields.ts';
export type { Runs } from './handlers/handler.ts';
export {
  beyondOf,
  concealed,
  handlerOf,
  runsOf,
  timeoutOfType,
  withoutSecrets,
} from './handlers/index.ts';
export { variableFault } from './handlers/shell-fields.ts';
export { readUrlPattern } from './web/url-pattern.ts';
