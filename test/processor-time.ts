/** The processor time of some work, in milliseconds: a busy machine makes it last longer, and cost the same. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
