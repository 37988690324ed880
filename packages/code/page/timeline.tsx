import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Span } from '../src/trace/build/trace.ts';
import { outcomesOf } from './outcomes.ts';
import type { Row } from './rows.ts';
import {
  line,
  live,
  move,
  range,
  rows,
  selected,
  showDetails,
  unseen,
  zoom,
  zoomed,
} from './state.ts';
import { duration, formerLabel, labelOf } from './words.ts';

const HEIGHT = 26;
/** Rows beyond the edges that are drawn as well, so that a quick scroll shows no gaps. */
const MARGIN = 8;

/** The rows that can be seen, and no others: a session can have ten thousand. */
export function Timeline() {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    measure.observe(element);
    return () => measure.disconnect();
  }, [height]);
  const all = rows.value;
  const first = Math.max(0, Math.floor(top.value / HEIGHT) - MARGIN);
  const last = Math.min(all.length, Math.ceil((top.value + height.value) / HEIGHT) + MARGIN);
  const at = all.findIndex(({ span }) => span.id === selected.value);
  const go = (index: number) => {
    const row = all[Math.min(Math.max(index, 0), all.length - 1)];
    if (!row || !box.current) return;
    selected.value = row.span.id;
    scrollTo(box.current, all.indexOf(row));
  };
  const newest = all.reduce(
    (last, { span }, n) => (span.at >= (all[last]?.span.at ?? 0) ? n : last),
    0,
  );
  // A link, the overview or an answer of the server may lead to a row that is not in sight.
  useEffect(() => {
    if (!box.current) return;
    if (at >= 0) scrollTo(box.current, at);
    else if (live.value && unseen.value === undefined) scrollTo(box.current, newest);
  }, [at, newest]);
  return (
    <section class="timeline" aria-label="Timeline">
      <Axis />
      <div
        ref={box}
        class="rows"
        role="listbox"
        tabIndex={0}
        aria-label="What happened, in order. Up and down move, plus and minus zoom, left and right go along the time."
        aria-activedescendant={at >= first && at < last ? domId(all[at]) : undefined}
        onScroll={(event) => {
          top.value = event.currentTarget.scrollTop;
        }}
        onWheel={stopFollowing}
        onPointerDown={stopFollowing}
        onClick={(event) => {
          const row = (event.target as Element).closest<HTMLElement>('[data-id]');
          if (!row) return;
          selected.value = row.dataset['id'];
          showDetails();
        }}
        onKeyDown={(event) => onKey(event, at, Math.floor(height.value / HEIGHT), go)}
      >
        {live.value && (unseen.value ?? 0) > 0 && (
          <button type="button" class="news" onClick={() => follow()}>
            {unseen.value} new
          </button>
        )}
        {all.length === 0 && <p class="empty">Nothing fits the filters.</p>}
        <div style={{ height: `${all.length * HEIGHT}px`, position: 'relative' }}>
          {all.slice(first, last).map((row, n) => (
            // By its id: a row that moves while you click it stays the row that you clicked.
            <Line
              key={row.span.id}
              row={row}
              top={(first + n) * HEIGHT}
              isSelected={first + n === at}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

/** An id with a space in it would be two. */
const domId = (row: Row | undefined): string | undefined =>
  row && `row-${row.span.id.replace(/\s/g, '_')}`;

/** Who looks at something else is not carried away from it, and hears how much is new. */
const stopFollowing = (): void => {
  unseen.value ??= 0;
};

function follow(): void {
  unseen.value = undefined;
  selected.value = undefined;
}

function scrollTo(box: HTMLElement, index: number): void {
  const from = index * HEIGHT;
  if (from < box.scrollTop) box.scrollTop = from;
  if (from + HEIGHT > box.scrollTop + box.clientHeight)
    box.scrollTop = from + HEIGHT - box.clientHeight;
}

function onKey(event: KeyboardEvent, at: number, page: number, go: (index: number) => void): void {
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at < 0 ? 0 : at - 1),
    PageDown: () => go(at + page),
    PageUp: () => go(at - page),
    Home: () => go(0),
    End: () => go(Number.MAX_SAFE_INTEGER),
    ArrowLeft: () => move(-0.25),
    ArrowRight: () => move(0.25),
    '+': () => zoom(0.5),
    '=': () => zoom(0.5),
    '-': () => zoom(2),
    0: () => {
      zoomed.value = undefined;
    },
  };
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function Axis() {
  const [from, to] = range.value;
  const { timeAt, placeOf, folds } = line.value;
  const part = (ms: number) => (placeOf(ms) - from) / (to - from);
  return (
    <div class="axis">
      <span class="label">
        <button type="button" onClick={() => zoom(0.5)} aria-label="Zoom in">
          +
        </button>
        <button type="button" onClick={() => zoom(2)} aria-label="Zoom out">
          −
        </button>
        <button
          type="button"
          onClick={() => {
            zoomed.value = undefined;
          }}
        >
          all
        </button>
      </span>
      <span class="scale" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75].map((at) => (
          <i key={at} style={{ left: `${at * 100}%` }}>
            {duration(timeAt(from + (to - from) * at))}
          </i>
        ))}
        {folds
          .filter((fold) => part(fold.from) >= 0 && part(fold.from) <= 1)
          .map((fold) => (
            <b
              key={fold.from}
              title={`idle for ${duration(fold.ms)}`}
              style={{
                left: `${part(fold.from) * 100}%`,
                width: `${(fold.shown / (to - from)) * 100}%`,
              }}
            />
          ))}
      </span>
    </div>
  );
}

function Line({ row, top, isSelected }: { row: Row; top: number; isSelected: boolean }) {
  const { span, depth } = row;
  const outcomes = outcomesOf(span);
  const former = span.is === 'call' ? formerLabel(span) : undefined;
  return (
    <div
      id={domId(row)}
      class={`row ${span.is} ${outcomes.join(' ')}`}
      style={{ top: `${top}px`, height: `${HEIGHT}px` }}
      role="option"
      tabIndex={-1}
      data-id={span.id}
      aria-selected={isSelected}
    >
      <span class="label" style={{ paddingLeft: `${8 + depth * 14}px` }}>
        <b class="mark" aria-hidden="true" />
        <span class="text">
          {labelOf(span)} {former !== undefined && <del>{former}</del>}
        </span>
        {outcomes.map((outcome) => (
          <span key={outcome} class={`tag ${outcome}`}>
            {outcome}
          </span>
        ))}
      </span>
      <span class="track">
        <Bar span={span} />
      </span>
    </div>
  );
}

/** A bar is never thinner than can be seen. */
function Bar({ span }: { span: Span }) {
  const [from, to] = range.value;
  const { placeOf } = line.value;
  const percent = (ms: number) => ((placeOf(ms) - from) / (to - from)) * 100;
  const [start, end] = [percent(span.at), percent(span.at + span.ms)];
  if (start > 100 || end < 0) return null;
  const { waited = 0, waitedAt = span.at } = span.is === 'call' ? span : {};
  return (
    <>
      <i class="bar" style={barPlace(start, end)} />
      {waited > 0 && (
        <i
          class="bar waiting"
          title={`waited ${duration(waited)} for you`}
          style={barPlace(percent(waitedAt), percent(waitedAt + waited))}
        />
      )}
      <i class="time" style={labelPlace(start, end - start)}>
        {duration(span.ms)}
      </i>
    </>
  );
}

const barPlace = (start: number, end: number) => ({
  left: `${start}%`,
  width: `max(3px, ${end - start}%)`,
});

/** Beside its bar: behind it, or before it where there is no room behind. */
const labelPlace = (start: number, width: number): { left: string } | { right: string } =>
  start + width > 80 && start > 20
    ? { right: `calc(${100 - start}% + 6px)` }
    : { left: `clamp(0px, ${start + width}% + 6px, 80%)` };
