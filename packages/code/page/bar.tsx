import { FACET_NAMES, type Facet, NO_FILTERS } from './filter.ts';
import { facets, filters, rows, trace, type View, view } from './state.ts';

const VIEWS: readonly (readonly [View, string])[] = [
  ['timeline', 'Timeline'],
  ['hooks', 'Hooks'],
];

/** What is shown, and of what. */
export function Bar() {
  const { session, title, began } = trace.value;
  return (
    <header>
      <h1>{title ?? session}</h1>
      <p class="facts">
        session {session} · {new Date(began).toLocaleString()}
      </p>
      <nav aria-label="Views">
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
      </nav>
      <search>
        <form onSubmit={(event) => event.preventDefault()}>
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
          {FACET_NAMES.map((facet) => (
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
            {rows.value.filter(({ is }) => is === 'span').length} of {trace.value.spans.length}
          </output>
        </form>
      </search>
    </header>
  );
}

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
      <option value="">any {facet}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  );
}
