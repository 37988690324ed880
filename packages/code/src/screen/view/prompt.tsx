import { Box, Text } from 'ink';
import { useRef } from 'react';
import stringWidth from 'string-width';
import { type Completion, completions, type Sources } from '../editor/complete.ts';
import {
  BLANK,
  type Editor,
  edited,
  marked,
  placedAt,
  refilled,
  wholeText,
} from '../editor/editor.ts';
import { HERE, type History, walked } from '../editor/history.ts';
import { type Press, pressesOf } from '../editor/keys.ts';
import { layOut, movedByRow, windowed } from '../editor/layout.ts';
import { matches, matchOf, placeIn, type Search, searchedFor } from '../editor/search.ts';
import { traced, undone, yanked } from '../editor/trail.ts';
import { VIM, vimmed } from '../editor/vim.ts';
import type { Images, Taken } from '../machine/images.ts';
import { MOST_OFFERS, Offers } from './offers.tsx';
import { useCaret } from './parts/caret.ts';
import { useCanvas } from './parts/context.ts';
import { useKeys, usePastes } from './parts/keys.tsx';
import { type Now, useNow } from './parts/now.ts';
import { ROOMS } from './parts/rooms.ts';
import { type Past, placing } from './placing.ts';
import { searchedBy } from './searching.ts';

interface PromptProps {
  readonly editor: Now<Editor>;
  readonly history: History;
  /** It outlives a panel. */
  readonly past: Past;
  readonly sources: Sources;
  readonly images: Images;
  /** Says why something did not work. */
  readonly onFault: (text: string) => void;
  readonly onSend: (text: string) => void;
  /** Has the user's own editor change a text. */
  readonly onEditor: (text: string) => void;
  /** A key was struck. */
  readonly onKey: () => void;
  /** Whether Ctrl-C has something else to end than what is typed. */
  readonly busy: boolean;
  /** Whether letters can be vim's keys. */
  readonly vim: boolean;
  /** Whether a question waits that Tab shows. */
  readonly asked: boolean;
  /** Sends what runs to the background; whether there was something. */
  readonly onBackground: () => boolean;
  /** What a key does to the prompts that wait; undefined where it is for the input. */
  readonly onWaiting: (press: Press, now: Editor) => Editor | undefined;
  /** Rows that others have taken of those the input could have. */
  readonly less: number;
  /** Keys that are about the whole screen. */
  readonly onPress: (press: Press, empty: boolean) => void;
}

const MOST_LINES = 8;

/** Where the user types. */
export function Prompt(props: PromptProps) {
  const { editor, history, sources, images, onFault, onSend, onPress, onKey, busy, asked } = props;
  const { walk, draft, trail, vim } = props.past;
  const { paint, width, rows } = useCanvas(2);
  const closed = useNow('');
  const chosen = useNow(0);
  const search = useNow<Search | undefined>(undefined);
  const prefixed = useRef(false);
  const { own: room } = ROOMS.prompt(rows - props.less);
  const shownOf = ({ text, at }: Editor) =>
    windowed(layOut(text, at, width - 2), Math.min(MOST_LINES, room));
  /** Looked up once for a text: a project can have very many files. */
  const looked = useRef<{ readonly key: string; readonly offers: readonly Completion[] }>(
    undefined,
  );
  const offered = (now: Editor): readonly Completion[] => {
    if (now.text === closed.get()) return [];
    const key = `${now.at} ${sources.files().length} ${now.text}`;
    if (looked.current?.key !== key)
      looked.current = { key, offers: completions(now.text, now.at, sources) };
    return looked.current.offers;
  };

  /** A step back or forth in what was sent; the text stays where there is none. */
  const recalled = (now: Editor, step: 1 | -1): Editor => {
    const found = walked(history.all, walk.get(), step, now.text);
    if (!found) return now;
    // What was being typed is more than its text: pastes stand in it as marks.
    if (walk.get().back === 0) draft.set(now);
    walk.set(found.walk);
    const next = found.walk.back === 0 ? draft.get() : refilled(BLANK, found.text);
    closed.set(next.text);
    return next;
  };
  const moved = (now: Editor, is: 'up' | 'down'): Editor => {
    const offers = offered(now);
    if (offers.length > 0) {
      chosen.set((chosen.get() + (is === 'up' ? -1 : 1) + offers.length) % offers.length);
      return now;
    }
    const to = movedByRow(now.text, now.at, width - 2, is === 'up' ? -1 : 1);
    return to === undefined ? recalled(now, is === 'up' ? 1 : -1) : placedAt(now, to);
  };
  const sent = (now: Editor): Editor => {
    if (now.text[now.at - 1] === '\\')
      return edited(edited(now, { is: 'delete-left' }), { is: 'insert', text: '\n' });
    const text = wholeText(now);
    if (text.trim() === '') return now;
    walk.set(HERE);
    onSend(text);
    return BLANK;
  };
  const place = placing(editor, props.past);
  /** Marks stand where the cursor is, each with a space behind it. */
  const taken = ({ marks, faults }: Taken): void => {
    for (const fault of faults) onFault(fault);
    const put = (now: Editor, mark: string) =>
      edited(marked(now, mark), { is: 'insert', text: ' ' });
    if (marks.length > 0) place(marks.reduce(put, editor.get()));
  };
  const pasted = (text: string): void => {
    const open = search.get();
    if (open) {
      search.set(searchedFor(open, text));
      return;
    }
    const found = images.pasted(text);
    if (found) taken(found);
    if (!found || found.marks.length === 0) place(edited(editor.get(), { is: 'paste', text }));
  };
  const changed = (now: Editor, press: Press): Editor => {
    const own = props.vim && !search.get() ? vimmed(vim.get(), now, press) : undefined;
    if (own) vim.set(own.vim);
    if (own && own.editor.text !== now.text) walk.set(HERE);
    const isOver = own !== undefined && !own.press;
    const next = isOver ? own.editor : after(now, twoKeys(own?.press ?? press, prefixed));
    if (press.is === 'send' && next === BLANK) vim.set({ ...vim.get(), mode: VIM.mode });
    trail.set(traced(trail.get(), now, next, press));
    return next;
  };
  const after = (before: Editor, press: Press): Editor => {
    const searched = searchedBy(press, before, { search, all: history.all });
    if (searched?.goesOn) {
      closed.set(searched.editor.text);
      return searched.editor;
    }
    const now = searched?.editor ?? before;
    if (press.is === 'undo') {
      const back = undone(trail.get());
      if (back) trail.set(back.trail);
      return back?.editor ?? now;
    }
    if (press.is === 'yank') return yanked(now, trail.get());
    if (press.is === 'background')
      return props.onBackground() ? now : after(now, { is: 'edit', edit: { is: 'left' } });
    if (press.is === 'editor') {
      props.onEditor(wholeText(now));
      return now;
    }
    if (press.is === 'clipboard') {
      void images.clipboard().then(taken);
      return now;
    }
    const picked = offered(now).length > 0 ? undefined : props.onWaiting(press, now);
    if (picked) {
      // Nothing is offered for what comes back.
      closed.set(picked.text);
      return picked;
    }
    if (press.is === 'tab' && asked) {
      onPress(press, now.text === '');
      return now;
    }
    if (press.is === 'edit') {
      const { edit } = press;
      if (edit.is === 'up' || edit.is === 'down') return moved(now, edit.is);
      chosen.set(0);
      const next = edited(now, edit);
      // What is changed is what is being typed from then on.
      if (next.text !== now.text) walk.set(HERE);
      return next;
    }
    const offers = offered(now);
    const offer = offers[Math.min(chosen.get(), offers.length - 1)];
    const completes = press.is === 'tab' || (press.is === 'send' && isPartOf(offer, now));
    if (offer && completes) return { ...now, text: offer.text, at: offer.at };
    if (press.is === 'send') return sent(now);
    if (press.is === 'escape' && offer) closed.set(now.text);
    else onPress(press, now.text === '');
    if (press.is !== 'interrupt' || busy) return now;
    walk.set(HERE);
    return BLANK;
  };
  usePastes(pasted);
  useKeys((input, key) => {
    onKey();
    editor.set(pressesOf(input, key).reduce(changed, editor.get()));
  });

  const open = search.get();
  const found = open ? matches(history.all, open.query) : [];
  const match = open && open.query !== '' ? matchOf(found, open) : undefined;
  const shown = shownOf(match === undefined ? editor.get() : refilled(BLANK, match));
  const offers = open ? [] : offered(editor.get());
  const pick = Math.min(chosen.get(), offers.length - 1);
  // Behind the rule, and the mark; of a search, behind what is looked for.
  const box = useCaret(
    open
      ? { row: shown.lines.length + 1, column: stringWidth(SEARCHING + open.query) }
      : { row: shown.row + 1, column: shown.column + 2 },
  );
  return (
    <Box ref={box} flexDirection="column">
      {/* Half the width: one as wide as the window would be broken in two by each step that narrows it. */}
      <Text>{paint('quiet', '─'.repeat(Math.ceil(width / 2)))}</Text>
      {shown.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <Text key={at}>
          {at === 0 ? paint('user', '> ') : '  '}
          {line}
        </Text>
      ))}
      {open ? (
        <Text wrap="truncate">
          {paint('accent', SEARCHING)}
          {open.query}
          {paint(
            'quiet',
            `  ${open.query === '' ? 'Esc leaves' : `${placeIn(found.length, open)}; Ctrl-R further back, Enter takes it, Esc leaves`}`,
          )}
        </Text>
      ) : null}
      <Offers
        offers={offers}
        pick={pick}
        room={Math.min(shown.lines[0] === '?' ? room : MOST_OFFERS, room - shown.lines.length)}
      />
    </Box>
  );
}

const SEARCHING = 'search what you sent: ';

/** Ctrl-X Ctrl-E is one key, as in the shell. */
function twoKeys(press: Press, prefixed: { current: boolean }): Press {
  const isSecond = prefixed.current;
  prefixed.current = press.is === 'prefix';
  return isSecond && press.is === 'edit' && press.edit.is === 'line-end' ? { is: 'editor' } : press;
}

/** Enter completes a command that is not whole yet; a prompt is sent as it is. */
const isPartOf = (offer: Completion | undefined, { text }: Editor) =>
  offer !== undefined && text.startsWith('/') && offer.label !== text.trim();
