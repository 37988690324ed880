const KEYS = [
  ['↑ ↓', 'the row before or after'],
  ['Page Up, Page Down, Home, End', 'further'],
  ['Esc', 'back to the overview'],
  ['+ − 0', 'zoom in, out, all'],
  ['← →', 'along the time'],
  ['/', 'search'],
  ['?', 'these keys'],
] as const;

/** Opened by `?`, closed by Esc. */
export const Keys = () => (
  <dialog id="keys" aria-label="Keys">
    <h2>Keys</h2>
    <dl>
      {KEYS.map(([keys, about]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
    <form method="dialog">
      <button type="submit">Close</button>
    </form>
  </dialog>
);

export const openKeys = (): void => document.querySelector<HTMLDialogElement>('#keys')?.showModal();
