import { readRegularFile } from '@wavehooks/process/files';

/** Loaded with the first use: Node's crypto costs a start five milliseconds. */
export const hashOf = (data: string | Buffer): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(data).digest('hex');

/** The same for equal contents, whatever the order of their keys. */
export const fingerprint = (value: unknown): string => hashOf(canonical(value));

export const fileHash = (path: string): string => hashOf(readRegularFile(path));

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`)
    .join(',')}}`;
}
