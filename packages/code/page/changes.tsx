import { diffLines } from 'diff';

/** Two texts as one, with what was taken out and what was put in. */
export function Changes({ before, after }: { before: string; after: string }) {
  const parts = diffLines(before, after);
  return (
    <pre class="changes">
      {parts.map((part, at) => {
        const sign = part.added ? '+ ' : part.removed ? '- ' : '  ';
        const lines = part.value.replace(/\n$/, '').split('\n');
        const text = lines.map((line) => `${sign}${line}\n`).join('');
        // The parts have no names, and never change their places.
        const key = `${at}`;
        if (part.added) return <ins key={key}>{text}</ins>;
        return part.removed ? <del key={key}>{text}</del> : <span key={key}>{text}</span>;
      })}
    </pre>
  );
}
