import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Span } from '../src/trace/build/trace.ts';
import type { Row } from './rows.ts';
import { move, range, rows, selected, zoom, zoomed } from './state.ts';
import { duration, labelOf, stateOf, toneOf } from './words.ts';

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
  // Rows that scroll in take the elements of those that scroll out.
  const places = Math.ceil(height.value / HEIGHT) + 2 * MARGIN + 2;
  const shown = all.slice(first, last).map((row, n) => ({
    ...{ row, index: first + n, place: (first + n) % places },
  }));
  const at = all.findIndex(({ id }) => id === selected.value);
  const go = (index: number) => {
    const row = all[Math.min(Math.max(index, 0), all.length - 1)];
    if (!row || !box.current) return;
    selected.value = row.id;
    scrollTo(box.current, all.indexOf(row));
  };
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
        onClick={(event) => {
          const row = (event.target as Element).closest<HTMLElement>('[data-id]');
          if (row) selected.value = row.dataset['id'];
        }}
        onKeyDown={(event) => onKey(event, at, Math.floor(height.value / HEIGHT), go)}
      >
        {all.length === 0 && <p class="empty">Nothing fits the filters.</p>}
        <div style={{ height: `${all.length * HEIGHT}px`, position: 'relative' }}>
          {shown.map(({ row, index, place }) => (
            <Line key={place} row={row} top={index * HEIGHT} isSelected={index === at} />
          ))}
        </div>
      </div>
    </section>
  );
}

/** An id with a space in it would be two. */
const domId = (row: Row | undefined): string | undefined =>
  row && `row-${row.id.replace(/\s/g, '_')}`;

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
        {[0, 0.25, 0.5, 0.75].map((part) => (
          <i key={part} style={{ left: `${part * 100}%` }}>
            {duration(from + (to - from) * part)}
          </i>
        ))}
      </span>
    </div>
  );
}

function Line({ row, top, isSelected }: { row: Row; top: number; isSelected: boolean }) {
  const place = { top: `${top}px`, height: `${HEIGHT}px` };
  if (row.is === 'lane')
    return (
      <div
        id={domId(row)}
        class="row lane"
        style={place}
        role="option"
        tabIndex={-1}
        data-id={row.id}
        aria-selected={isSelected}
      >
        {row.lane.name}
      </div>
    );
  const { span, depth } = row;
  return (
    <div
      id={domId(row)}
      class={`row ${span.is} ${toneOf(span)}`}
      style={place}
      role="option"
      tabIndex={-1}
      data-id={row.id}
      aria-selected={isSelected}
      aria-label={`${labelOf(span)}, ${stateOf(span)}, ${duration(span.ms)}`}
    >
      <span class="label" style={{ paddingLeft: `${8 + depth * 14}px` }}>
        <b class="mark" aria-hidden="true" />
        {labelOf(span)}
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
  const percent = (ms: number) => (ms / (to - from)) * 100;
  if (span.at > to || span.at + span.ms < from) return null;
  const { waited = 0, waitedAt = span.at } = span.is === 'call' ? span : {};
  return (
    <>
      <i
        class="bar"
        style={{ left: `${percent(span.at - from)}%`, width: `max(3px, ${percent(span.ms)}%)` }}
      />
      {waited > 0 && (
        <i
          class="bar waiting"
          title={`waited ${duration(waited)} for you`}
          style={{ left: `${percent(waitedAt - from)}%`, width: `max(3px, ${percent(waited)}%)` }}
        />
      )}
      <i class="time" style={labelPlace(percent(span.at - from), percent(span.ms))}>
        {duration(span.ms)}
      </i>
    </>
  );
}

/** Beside its bar: behind it, or before it where there is no room behind. */
const labelPlace = (start: number, width: number): { left: string } | { right: string } =>
  start + width > 80 && start > 20
    ? { right: `calc(${100 - start}% + 6px)` }
    : { left: `clamp(0px, ${start + width}% + 6px, 80%)` };
