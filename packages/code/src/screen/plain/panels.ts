import { oneLine, printable } from '../../cli/style.ts';
import { modelListing, sessionChoices } from '../commands/choices.ts';
import { acting, type Listing } from '../commands/listing.ts';
import { goingBack } from '../commands/undo.ts';
import type { Desk } from './questions/desk.ts';
import { DONE, notAnAnswer, numbered, type Query } from './questions/query.ts';

/** /model: with a name it is the screen's own command. */
export function model(desk: Desk, name: string): void {
  if (name === '') put(desk, modelListing(desk.controller));
  else desk.controller.send(`/model ${name}`);
}

/** /resume: with a session it is the screen's own command. */
export function resume(desk: Desk, session: string): void {
  const goOn = (id: string) => desk.controller.send(`/resume ${id}`);
  if (session !== '') {
    goOn(session);
    return;
  }
  put(desk, {
    title: 'Go on with which session of this project?',
    rows: sessionChoices(desk.controller.agent).map(({ label, about, value }) => ({
      label,
      about,
      choose: acting(() => goOn(value)),
    })),
    notes: ['There are no earlier sessions of this project yet.'],
  });
}

/** /queue: what waits while the agent works; by its number, one comes back into the line. */
export function queue(desk: Desk): void {
  const { store, takeBack } = desk.controller;
  const ids = () =>
    store
      .get()
      .queued.map(({ id }) => id)
      .join();
  const listed = ids();
  put(desk, {
    title: 'Queued prompts. Which one do you want to edit?',
    rows: store.get().queued.map(({ id, text }) => ({
      label: printable(oneLine(text)),
      choose: acting(() => {
        const back = takeBack(id);
        if (back !== undefined) desk.fill(back);
      }),
    })),
    notes: ['Nothing waits.'],
    // Its numbers would mean other prompts, or none: the next line is no answer to it.
    over: () => {
      if (ids() === listed) return undefined;
      const now = ids() === '' ? 'Nothing waits any more.' : '/queue lists what waits now.';
      return `The list is closed: what waits has changed. ${now}`;
    },
  });
}

export const undo = (desk: Desk): void => put(desk, goingBack(desk, 'undo'));
export const rewind = (desk: Desk): void => put(desk, goingBack(desk, 'rewind'));

function put(desk: Desk, listing: Listing): void {
  if (listing.rows.length === 0) desk.print(...(listing.notes ?? []));
  else desk.ask(listQuery(listing, desk));
}

/** By number; a row that asks for a text takes any other line. Enter alone chooses none. */
function listQuery({ title, lines = [], rows: all, over }: Listing, desk: Desk): Query {
  const rows = all.filter(({ prompt }) => prompt === undefined);
  const other = all.find(({ prompt }) => prompt !== undefined);
  // Nothing is in columns here.
  const shown = rows.map((row) => ({ ...row, label: row.label.trimEnd() }));
  return {
    text: [...lines, title, ...numbered(shown)].join('\n'),
    how: `Type a number${other ? `, or a name (${other.about})` : ''}. Enter alone changes nothing.`,
    take: (line) => {
      if (line === '') return { is: 'done', says: 'Nothing was changed.' };
      const row = /^\d+$/.test(line) ? rows[Number(line) - 1] : other;
      if (!row) return notAnAnswer(line);
      const next = row.choose(line);
      if (next instanceof Promise) void waitFor(next, desk);
      else if (next) return { is: 'next', query: listQuery(next, desk) };
      return DONE;
    },
    ...(over ? { over } : {}),
  };
}

/** What is sent meanwhile waits until it is over. */
async function waitFor(next: Promise<Listing | undefined>, desk: Desk): Promise<void> {
  let listing: Listing | undefined;
  await desk.controller.busy('going back', async () => {
    listing = await next;
  });
  if (listing) put(desk, listing);
}
