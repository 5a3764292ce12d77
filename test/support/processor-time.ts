/** Processor time that the work takes, ms: unlike the time that passes, it does not grow when others use the machine. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
