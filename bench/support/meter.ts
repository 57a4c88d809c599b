import { monitorEventLoopDelay } from 'node:perf_hooks';

const LAG_RESOLUTION_MS = 1;
const LOOK_EVERY_MS = 200;

/** The resources that a process used during a measurement. */
export interface Measured {
  readonly cpuSeconds: number;
  /** The delay of timers beyond the resolution of the measurement. */
  readonly lagP99Ms: number;
  readonly peakResidentMb: number;
}

export interface Meter {
  start(): void;
  stop(): Measured;
}

export function createMeter(): Meter {
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  let from = process.cpuUsage();
  let peak = 0;
  let watch: NodeJS.Timeout | undefined;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  return {
    start() {
      peak = 0;
      look();
      watch = setInterval(look, LOOK_EVERY_MS).unref();
      lag.reset();
      lag.enable();
      from = process.cpuUsage();
    },
    stop() {
      const { user, system } = process.cpuUsage(from);
      lag.disable();
      clearInterval(watch);
      look();
      return {
        cpuSeconds: (user + system) / 1e6,
        lagP99Ms: Math.max(0, lag.percentile(99) / 1e6 - LAG_RESOLUTION_MS),
        peakResidentMb: peak / 1024 ** 2,
      };
    },
  };
}
