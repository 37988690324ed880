import type { Fields } from './export.ts';

/** Who decided, in a few words; undefined for records that are no decisions. */
export function decidedBy({ by, unanswered }: Fields): string | undefined {
  // Of a prompt, a stop and the like: the hooks that it comes from.
  if (Array.isArray(by)) return by.map((hook) => `hook ${hook}`).join(', ') || undefined;
  if (typeof by !== 'object' || by === null) return undefined;
  const { is, rule, where, hook, mode, profile, lasting } = by as Fields;
  const kept = lasting ?? (mode === undefined ? undefined : `mode ${mode}`);
  const WORDS: Readonly<Record<string, string>> = {
    rule: `rule ${rule}${where === undefined ? '' : ` (${where})`}`,
    hook: `hook ${hook}`,
    person: kept === undefined ? 'person' : `person, lasting: ${kept}`,
    mode: `mode ${mode}`,
    sandbox: `sandbox ${profile}`,
    table: 'table',
  };
  const words = WORDS[String(is)];
  return words !== undefined && unanswered ? `${words}; nobody was there to ask` : words;
}
