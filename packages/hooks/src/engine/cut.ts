import { keepText } from '@wavehooks/process/files';
import type { Told, UserText, Verdict } from '../vocabulary/verdict.ts';

/** How long a text may be, and where the whole of a longer one is kept. */
export interface CutOptions {
  readonly maxChars: number;
  readonly dir: string;
}

/** Cuts what is too long for the agent, the user or the context; the whole goes to a private file. */
export function cutTexts(verdict: Verdict, options: CutOptions): Verdict {
  const { maxChars } = options;
  const tooLong = (told: Told) => told.text.length > maxChars;
  const parts = [verdict.toAgent, verdict.toUser, verdict.context];
  const reason = verdict.stopReason ?? '';
  if (!parts.some((texts) => texts.some(tooLong)) && reason.length <= maxChars) return verdict;
  const notes: UserText[] = [];
  const cutter = makeCutter(options, verdict.erasePrompt, notes);
  const all = <T extends Told>(texts: readonly T[]): T[] =>
    texts.map((told) => ({ ...told, text: cutter(told.text, told.hook) }));
  const cut = {
    ...verdict,
    toAgent: all(verdict.toAgent),
    toUser: all(verdict.toUser),
    context: all(verdict.context),
    ...(verdict.stopReason === undefined ? {} : { stopReason: cutter(reason, '') }),
  };
  return { ...cut, toUser: [...cut.toUser, ...notes] };
}

/** A text that goes to several places is kept, and told, once. */
function makeCutter({ maxChars, dir }: CutOptions, erased: boolean, notes: UserText[]) {
  const done = new Map<string, string>();
  return (text: string, hook: string): string => {
    if (text.length <= maxChars) return text;
    const known = done.get(text);
    if (known !== undefined) return known;
    // What a hook says of an erased prompt may quote it, so that is kept nowhere.
    const kept = erased ? 'the rest was not kept, as the prompt was erased' : keepText(text, dir);
    const short = headAndTail(text, maxChars, kept);
    done.set(text, short);
    notes.push({
      hook,
      tone: 'warning',
      text: `a text of ${text.length} characters was cut to ${maxChars}: ${kept}`,
    });
    return short;
  };
}

function headAndTail(text: string, maxChars: number, kept: string): string {
  const half = Math.floor(maxChars / 2);
  const omitted = text.length - 2 * half;
  const head = wellFormed(text.slice(0, half));
  const tail = wellFormed(text.slice(text.length - half));
  return `${head}\n[... ${omitted} characters omitted; ${kept} ...]\n${tail}`;
}

/** A cut may fall between the two halves of a character: those are dropped. */
const wellFormed = (text: string) => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
