/**
 * A key in the kitty protocol: CSI code[:shifted[:base]] [; modifiers[:event] [; text]] u. The base is
 * the key of a Latin keyboard at that place, so that Ctrl-C is Ctrl-C on every layout.
 */
const KITTY = /\u001b\[(\d+)(?::(\d*))?(?::(\d*))?(?:;(\d*)(?::\d+)?(?:;[\d:]*)?)?u/g;

/** The same by modifyOtherKeys: CSI 27 ; modifiers ; code ~. */
const OTHER = /\u001b\[27;(\d+);(\d+)~/g;

const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
/** Caps lock and num lock change no key. */
const LOCKS = 64 | 128;

interface Struck {
  readonly code: number;
  readonly shifted?: number;
  readonly base?: number;
  readonly modifiers: number;
}

/** Keys in both encodings, as terminals without them send the same keys; where there is no such way, as CSI u. */
export const plainKeys = (text: string): string =>
  text
    .replace(KITTY, (_all, code: string, shifted: string, base: string, modifiers: string) =>
      plainKey({
        code: Number(code),
        ...(shifted ? { shifted: Number(shifted) } : {}),
        ...(base ? { base: Number(base) } : {}),
        modifiers: modifiers ? Number(modifiers) - 1 : 0,
      }),
    )
    .replace(OTHER, (_all, modifiers: string, code: string) =>
      plainKey({ code: Number(code), modifiers: Number(modifiers) - 1 }),
    );

function plainKey(struck: Struck): string {
  const held = struck.modifiers & ~LOCKS;
  const code = keyOf(struck, held);
  const own = `\u001b[${code}${held === 0 ? '' : `;${held + 1}`}u`;
  // Escape by itself would begin whatever comes next.
  if (code === ESCAPE || (held & ~(SHIFT | ALT | CTRL)) !== 0) return own;
  const before = held & ALT ? '\u001b' : '';
  if (held & CTRL) {
    const control = controlOf(code);
    if (control === ESCAPE) return `\u001b[${ESCAPE}u`;
    return control === undefined ? own : before + String.fromCharCode(control);
  }
  if (held === ALT && (code === RETURN || code === BACKSPACE))
    return before + String.fromCharCode(code);
  return isLetter(code) ? before + String.fromCodePoint(code) : own;
}

const RETURN = 13;
const ESCAPE = 27;
const BACKSPACE = 127;

/** What is printed: no control character, and no key that has only a number. */
const isLetter = (code: number): boolean =>
  code >= 32 && code !== BACKSPACE && !(code >= 0xe000 && code <= 0xf8ff) && code <= 0x10ffff;

function keyOf({ code, shifted, base }: Struck, held: number): number {
  if (held & SHIFT && shifted !== undefined) return shifted;
  // A letter of another script says nothing with Ctrl or Alt; the key at its place does.
  return held & (CTRL | ALT) && code > BACKSPACE && base !== undefined ? base : code;
}

/** The control character of a key, as ever; undefined where there is none. */
function controlOf(code: number): number | undefined {
  if (code >= 97 && code <= 122) return code - 96;
  if (code >= 64 && code <= 95) return code - 64;
  return CONTROLS[String.fromCharCode(code)];
}

const CONTROLS: Readonly<Record<string, number>> = { ' ': 0, '/': 31, '-': 31, '7': 31 };
