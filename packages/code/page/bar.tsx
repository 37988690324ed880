import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { CHOICES, type Facet, type Filters, NO_FILTERS } from './filter.ts';
import { openKeys } from './keys.tsx';
import { OUTCOMES } from './outcomes.ts';
import { facets, filters, rows, totals, trace, type View, view } from './state.ts';
import { SHARES, type Share } from './totals.ts';
import { duration, money, plural, shortPath } from './words.ts';

const VIEWS: readonly (readonly [View, string])[] = [
  ['timeline', 'Timeline'],
  ['hooks', 'Hooks'],
];

/** What is shown, and of what. */
export function Bar() {
  const { title, began, project, withContent } = trace.value;
  const when = new Date(began).toLocaleString();
  return (
    <header>
      <h1>{title ?? `Session of ${when}`}</h1>
      <p class="facts">
        {when}
        {project !== undefined && ` · ${shortPath(project)}`} ·{' '}
        {withContent ? 'with content: for you alone' : 'without content'}
      </p>
      <TimeBar />
      <Numbers />
      <Search />
    </header>
  );
}

/** What each share of the time is found by. */
const FOUND: Readonly<Record<Share, Partial<Filters>>> = {
  'waiting for you': { outcome: 'asked' },
  hooks: { kind: 'run' },
  tools: { kind: 'call' },
  model: { kind: 'request' },
  other: { kind: 'turn' },
};

/** Where the time went. */
function TimeBar() {
  const { time, ms } = totals.value;
  const shares = SHARES.filter((share) => time[share] > 0);
  return (
    <>
      <div class="shares" aria-hidden="true">
        {shares.map((share) => (
          <i key={share} class={classOf(share)} style={{ flexGrow: time[share] }} />
        ))}
      </div>
      <p class="numbers">
        <span>{duration(ms)}:</span>
        {shares.map((share) => (
          <Filter key={share} by={FOUND[share]}>
            <b class={`mark ${classOf(share)}`} aria-hidden="true" />
            {share} {duration(time[share])}
          </Filter>
        ))}
      </p>
    </>
  );
}

const classOf = (share: Share): string => `share-${share.split(' ', 1)[0]}`;

/** What it cost, and what came of the calls. */
function Numbers() {
  const { cost, input, output, cached, calls, outcomes } = totals.value;
  const tokens = `${plural(input, 'token')} in (${cached.toLocaleString('en')} cached), ${output.toLocaleString('en')} out`;
  return (
    <p class="numbers">
      <Filter by={{ kind: 'request' }}>
        {cost === undefined ? 'cost unknown' : money(cost)} · {tokens}
      </Filter>
      <Filter by={{ kind: 'call' }}>{plural(calls, 'call')}</Filter>
      {OUTCOMES.filter((name) => outcomes[name]).map((outcome) => (
        <Filter key={outcome} by={{ outcome }}>
          <span class={`tag ${outcome}`}>
            {outcomes[outcome]} {outcome}
          </span>
        </Filter>
      ))}
    </p>
  );
}

/** Shows only what a number is made of; once more shows all. */
function Filter({ by, children }: { by: Partial<Filters>; children: ComponentChildren }) {
  const next = { ...NO_FILTERS, ...by };
  const isOn = JSON.stringify(filters.value) === JSON.stringify(next);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => {
        filters.value = isOn ? NO_FILTERS : next;
        view.value = 'timeline';
      }}
    >
      {children}
    </button>
  );
}

/** On a narrow page, whether the lists are shown; elsewhere they always are. */
const isOpen = signal(false);

const Search = () => (
  <search>
    <form class={isOpen.value ? 'open' : ''} onSubmit={(event) => event.preventDefault()}>
      {VIEWS.map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-pressed={view.value === name}
          onClick={() => {
            view.value = name;
          }}
        >
          {label}
        </button>
      ))}
      <input
        type="search"
        id="search"
        aria-label="Search"
        placeholder="Search ( / )"
        value={filters.value.text}
        onInput={(event) => {
          filters.value = { ...filters.value, text: event.currentTarget.value };
        }}
      />
      <button
        type="button"
        class="more"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Filters
      </button>
      {CHOICES.map((facet) => (
        <Choice key={facet} facet={facet} />
      ))}
      <button
        type="button"
        onClick={() => {
          filters.value = NO_FILTERS;
        }}
      >
        Clear
      </button>
      <output aria-live="polite">
        {rows.value.length} of {trace.value.spans.length}
      </output>
      <button type="button" aria-label="Keys" onClick={openKeys}>
        ?
      </button>
    </form>
  </search>
);

function Choice({ facet }: { facet: Facet }) {
  const values = facets.value.get(facet) ?? [];
  return (
    <select
      aria-label={facet}
      value={filters.value[facet]}
      onChange={(event) => {
        filters.value = { ...filters.value, [facet]: event.currentTarget.value };
      }}
    >
      <option value="">{facet === 'decided by' ? 'decided by' : `any ${facet}`}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  );
}
