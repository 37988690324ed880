import { isObject } from '@wavehooks/hooks/vocabulary';

/** A Jupyter notebook as text: its cells and their output; undefined if it is not one. */
export function notebookText(json: string): string | undefined {
  const cells = cellsIn(json);
  return cells?.map(cellText).join('\n\n');
}

function cellsIn(json: string): readonly unknown[] | undefined {
  try {
    const whole: unknown = JSON.parse(json);
    const cells = isObject(whole) ? whole['cells'] : undefined;
    return Array.isArray(cells) ? cells : undefined;
  } catch {
    return undefined;
  }
}

function cellText(cell: unknown, at: number): string {
  const { cell_type: type = 'unknown', source, outputs } = isObject(cell) ? cell : {};
  const said = (Array.isArray(outputs) ? outputs : []).map(outputText).filter(Boolean);
  const below = said.length > 0 ? `\n[output]\n${said.join('\n')}` : '';
  return `[cell ${at + 1}: ${String(type)}]\n${joined(source)}${below}`;
}

/** Pictures are only named: they would fill the conversation. */
function outputText(output: unknown): string {
  if (!isObject(output)) return '';
  const { text, data, ename, evalue } = output;
  if (ename !== undefined) return `${String(ename)}: ${String(evalue)}`;
  if (text !== undefined) return joined(text).trimEnd();
  if (!isObject(data)) return '';
  const plain = data['text/plain'];
  const others = Object.keys(data).filter((kind) => kind !== 'text/plain');
  const named = others.length > 0 ? `[${others.join(', ')}]` : '';
  return [plain === undefined ? '' : joined(plain).trimEnd(), named].filter(Boolean).join('\n');
}

/** Texts are lists of lines that have their ends, or whole. */
const joined = (text: unknown): string =>
  Array.isArray(text) ? text.map(String).join('') : String(text ?? '');
