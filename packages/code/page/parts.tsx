import type { ComponentChildren } from 'preact';
import { trace } from './state.ts';

export const Step = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <li>
    <h3>{title}</h3>
    {children}
  </li>
);

/** Leads to another row. */
export const Go = ({ to, children }: { to: string; children: ComponentChildren }) => (
  <a href={`#${encodeURIComponent(to)}`}>{children}</a>
);

export const Facts = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl>
    {rows.map(([name, value]) => (
      <div key={`${name} ${value}`}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const Text = ({ text }: { text: string }) => (
  <pre>
    <code>{text}</code>
  </pre>
);

export function Value({ value }: { value: unknown }) {
  if (value === undefined)
    return (
      <p class="empty">{trace.value.withContent ? 'Nothing.' : 'Left out by --without-content.'}</p>
    );
  return <Text text={pretty(value)} />;
}

export const pretty = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
