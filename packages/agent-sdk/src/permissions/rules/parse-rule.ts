/** Hooks have rules too, in their `if`: how one is read is the engine's. */
export { type ParsedRule, parseRule, readRule } from '@wavehooks/hooks/vocabulary';
