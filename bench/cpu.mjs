/** A program whose shell says afterwards what it and all that it waited for took of the processor. */
export const counted = (words) => [
  'sh',
  '-c',
  '"$@" </dev/null >/dev/null && times',
  'sh',
  ...words,
];

/** Milliseconds, user and system, from the last line that such a shell printed. */
export function cpuIn(output) {
  const line = output.trim().split('\n').at(-1) ?? '';
  const times = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  if (times.length !== 2) throw new Error(`expected two times, got ${line.slice(0, 80)}`);
  return times.reduce(
    (sum, [, minutes, seconds]) => sum + (minutes * 60 + Number(seconds)) * 1e3,
    0,
  );
}
