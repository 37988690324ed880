import { computed } from '@preact/signals';
import { percentile } from '../src/cli/times.ts';
import type { HookStats } from '../src/stats/stats.ts';
import { filters, runs, trace, view } from './state.ts';
import { duration, shortPath } from './words.ts';

const table = computed((): readonly HookStats[] =>
  [...Map.groupBy(runs.value, ({ hook }) => hook)]
    .map(([hook, all]) => {
      const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
      return {
        hook,
        runs: all.length,
        failures: all.filter(({ failed }) => failed).length,
        blocks: all.filter(({ decision }) => decision === 'block' || decision === 'halt').length,
        p50: percentile(times, 50),
        p95: percentile(times, 95),
        lost: all.reduce((sum, { ms, late }) => sum + (late ? 0 : ms), 0),
      };
    })
    .sort((a, b) => b.lost - a.lost),
);

/** What each hook cost, and which never ran. */
export function Hooks() {
  const { unused } = trace.value;
  return (
    <section class="hooks" aria-label="Hooks">
      <table>
        <caption>Hooks that ran, by the time that Wave waited for them</caption>
        <Heads names={['hook', 'runs', 'failures', 'blocks', 'p50', 'p95', 'time lost']} />
        <tbody>
          {table.value.map((row) => (
            <tr key={row.hook}>
              <th scope="row">
                <button
                  type="button"
                  onClick={() => {
                    filters.value = { ...filters.value, hook: row.hook };
                    view.value = 'timeline';
                  }}
                >
                  {row.hook}
                </button>
              </th>
              <td>{row.runs}</td>
              <td class={row.failures > 0 ? 'warn' : ''}>{row.failures}</td>
              <td class={row.blocks > 0 ? 'bad' : ''}>{row.blocks}</td>
              <td>{duration(row.p50)}</td>
              <td>{duration(row.p95)}</td>
              <td>{duration(row.lost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {table.value.length === 0 && <p class="empty">No hook ran.</p>}
      {unused.length > 0 && (
        <table class="words">
          <caption>Hooks that never ran</caption>
          <Heads names={['hook', 'event', 'from', 'why']} />
          <tbody>
            {unused.map(({ hook, event, source, why }) => (
              <tr key={`${event} ${hook} ${source}`}>
                <th scope="row">{hook}</th>
                <td>{event}</td>
                <td>{shortPath(source)}</td>
                <td>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const Heads = ({ names }: { names: readonly string[] }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
