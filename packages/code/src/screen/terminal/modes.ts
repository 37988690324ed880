/** Something that the screen asks of the terminal, and how it takes that back. */
interface Mode {
  readonly on: string;
  readonly off: string;
  /** Whether it is asked of this terminal. */
  readonly when: (terminal: Asked) => boolean;
}

/** What is known of a terminal. */
export interface Asked {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The flags of the kitty protocol that are on; undefined where the terminal does not know it. */
  readonly kitty: number | undefined;
}

/** Escape codes apart from keys, and the key of a Latin keyboard beside others. */
const FLAGS = 1 | 4;

/** Whoever takes it for a style takes it for none. */
const KEYS_AS_EVER = '\u001b[>4;0m';

/** THE TABLE of keyboard protocols: Shift-Enter is a key of its own in each. */
const MODES: readonly Mode[] = [
  {
    on: `\u001b[>${FLAGS}u`,
    off: '\u001b[<u',
    when: ({ kitty }) => kitty !== undefined,
  },
  {
    // modifyOtherKeys. The second part is for terminals that take the first for a style.
    on: '\u001b[>4;2m\u001b[m',
    off: KEYS_AS_EVER,
    when: ({ env }) => env['TERM'] !== 'linux',
  },
];

export interface Modes {
  on(): void;
  off(): void;
  /** What takes all of it back. */
  readonly undo: string;
}

export function keyboardModes(terminal: Asked, write: (text: string) => void): Modes {
  const modes = MODES.filter(({ when }) => when(terminal));
  let isOn = false;
  const undo = modes.map(({ off }) => off).join('');
  const set = (on: boolean) => {
    if (on === isOn) return;
    isOn = on;
    write(on ? modes.map((mode) => mode.on).join('') : undo);
  };
  return { on: () => set(true), off: () => set(false), undo };
}

/** What a screen that was killed may have left behind: a hidden cursor, pastes announced, keys in another encoding. */
export const leftovers = ({ env, kitty }: Asked): string =>
  [
    '\u001b[?25h\u001b[?2004l',
    env['TERM'] === 'linux' ? '' : KEYS_AS_EVER,
    kitty ? '\u001b[=0;1u' : '',
  ].join('');
