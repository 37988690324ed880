import { Text } from 'ink';
import type { Paged } from './paged.ts';

/** Lines that fit, and below them which part of the whole they are. */
export const Page = ({ paged: { lines, note } }: { readonly paged: Paged }) => (
  <Text wrap="truncate">{[...lines, ...(note ? [note] : [])].join('\n')}</Text>
);
