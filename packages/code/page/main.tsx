import { render } from 'preact';
import type { Trace } from '../src/trace/build/trace.ts';
import { Bar } from './bar.tsx';
import { Detail } from './detail.tsx';
import { Hooks } from './hooks.tsx';
import { follow } from './live.ts';
import { trace, view } from './state.ts';
import { Timeline } from './timeline.tsx';

function Page() {
  return (
    <>
      <Bar />
      {view.value === 'hooks' ? (
        <Hooks />
      ) : (
        <main>
          <Timeline />
          <Detail />
        </main>
      )}
    </>
  );
}

document.addEventListener('keydown', (event) => {
  const typing =
    event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  document.getElementById('search')?.focus();
});

trace.value = JSON.parse(document.getElementById('trace')?.textContent ?? '{}') as Trace;
if (document.body.dataset['live'] !== undefined) follow();
const root = document.getElementById('page');
if (root) render(<Page />, root);
