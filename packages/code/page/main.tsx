import { render } from 'preact';
import type { Trace } from '../src/trace/build/trace.ts';
import { Bar } from './bar.tsx';
import { Detail } from './detail.tsx';
import { Hooks } from './hooks.tsx';
import { Keys, openKeys } from './keys.tsx';
import { follow } from './live.ts';
import { linkToRows, showOverview, trace, view } from './state.ts';
import { Timeline } from './timeline.tsx';

function Page() {
  return (
    <>
      <Bar />
      <main class={view.value}>
        {view.value === 'hooks' ? (
          <Hooks />
        ) : (
          <>
            <Timeline />
            <Detail />
          </>
        )}
      </main>
      <Keys />
    </>
  );
}

document.addEventListener('keydown', (event) => {
  const typing =
    event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  const act = typing || event.ctrlKey || event.metaKey ? undefined : EVERYWHERE[event.key];
  if (!act || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  act();
});

/** Keys that do the same wherever the focus is. */
const EVERYWHERE: Readonly<Record<string, () => void>> = {
  '/': () => document.getElementById('search')?.focus(),
  '?': openKeys,
  Escape: showOverview,
};

trace.value = JSON.parse(document.getElementById('trace')?.textContent ?? '{}') as Trace;
linkToRows();
if (document.body.dataset['live'] !== undefined) follow();
const root = document.getElementById('page');
if (root) render(<Page />, root);
