/** Microseconds of the machine's steady clock: the same in every process, so that one may time what another sends. */
export function machineMicroseconds(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}
