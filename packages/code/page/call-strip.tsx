import { useSignal } from '@preact/signals';
import type { Call } from '../src/trace/build/trace.ts';
import { Go } from './parts.tsx';
import { pictureOf } from './picture.ts';
import { runsOf, selected, trace } from './state.ts';
import { markdownOf, stagesOf } from './strip.ts';
import { labelOf } from './words.ts';

/** A call in one look, and to take along. */
export function CallStrip({ call }: { call: Call }) {
  const stages = stagesOf(call, runsOf(call.id));
  const markdown = markdownOf(call, stages);
  const lane = trace.value.lanes.find((one) => one.call === call.id);
  const work = trace.value.spans.find((one) => one.lane === lane?.id);
  return (
    <>
      <ol class="strip" aria-label="From the model to the result">
        {stages.map(({ what, text, before, where, tone = 'plain' }) => (
          <li key={`${what} ${where}`} class={`tone ${tone}`}>
            <strong>{what}</strong>
            {before === undefined ? (
              <span>{text}</span>
            ) : (
              <span class="changes">
                <del>{before}</del>
                <ins>{text}</ins>
              </span>
            )}
            {where !== undefined && <small>{where}</small>}
          </li>
        ))}
      </ol>
      {lane && work && (
        <p>
          Started <Go to={work.id}>{lane.name}</Go>
        </p>
      )}
      <p>
        <CopyButton label="Copy as Markdown" text={() => markdown} />
        <button type="button" onClick={() => savePicture(call, pictureOf(labelOf(call), stages))}>
          Save as picture
        </button>
        <CopyButton label="Copy link" text={() => location.href} />
      </p>
    </>
  );
}

/** A browser may keep the clipboard from a page: then the text is there to be copied by hand. */
function CopyButton({ label, text }: { label: string; text: () => string }) {
  const state = useSignal<{ id: string | undefined; is: 'copied' | 'refused' } | undefined>(
    undefined,
  );
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text()).then(
      () => 'copied' as const,
      () => 'refused' as const,
    );
    state.value = { id: selected.value, is: done };
  };
  const now = state.value?.id === selected.value ? state.value?.is : undefined;
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {now === 'copied' ? 'Copied' : label}
      </button>
      {now === 'refused' && <textarea aria-label={label} readOnly rows={6} value={text()} />}
    </>
  );
}

function savePicture({ tool, at }: Call, href: string): void {
  const link = document.createElement('a');
  link.download = `${tool}-at-${Math.round(at)}-ms.png`.replace(/[^\w.-]+/g, '-').toLowerCase();
  link.href = href;
  link.click();
}
