/** Microseconds of the machine's monotonic clock. All processes share it, so that one can time what another sends. */
export function machineMicroseconds(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}
