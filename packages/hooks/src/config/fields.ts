import { DEFAULT_LIMITS } from '../limits.ts';
import { type Fields, optional } from '../shape.ts';

/** What a settings file can hold. */
export const SETTINGS_FIELDS = {
  $schema: optional('text', 'where editors find the schema'),
  hooks: optional('object', 'hooks by event'),
  limits: optional('object', "bounds for what hooks print; read from the user's files only"),
} as const satisfies Fields;

export const LIMIT_FIELDS = {
  outputBytes: optional(
    'number',
    `bytes kept of each stream; ${DEFAULT_LIMITS.outputBytes} by default`,
  ),
  textChars: optional('number', `characters of one text; ${DEFAULT_LIMITS.textChars} by default`),
  stopBlocks: optional(
    'number',
    `blocks of Stop in one turn; ${DEFAULT_LIMITS.stopBlocks} by default`,
  ),
} as const satisfies Fields;
