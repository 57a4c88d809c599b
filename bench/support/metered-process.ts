import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { createMeter, type Measured } from './meter.ts';

type Order = 'start' | 'stop' | 'end';
type Report = { readonly url: string } | { readonly measured: Measured } | { readonly started: true };

/** A separate process that starts and stops its measurements on command. */
export interface MeteredProcess {
  readonly url: string;
  readonly process: ChildProcess;
  start(): Promise<void>;
  stop(): Promise<Measured>;
  end(): Promise<void>;
}

/** The side of the measured process: reports its address and carries out the commands. */
export function serveMeter(server: { readonly url: string; close(): Promise<void> }): void {
  const meter = createMeter();
  const report = (message: Report) => process.send?.(message);
  const obey: Record<Order, () => void> = {
    start() {
      meter.start();
      report({ started: true });
    },
    stop: () => report({ measured: meter.stop() }),
    end: () => void server.close().finally(() => process.exit(0)),
  };
  process.on('message', (order: Order) => obey[order]());
  // The measuring process has ended.
  process.on('disconnect', () => process.exit(1));
  report({ url: server.url });
}

/** Forks one of the scripts of this folder and waits until it listens. */
export async function forkMetered(script: string, parameters: readonly string[]): Promise<MeteredProcess> {
  const child = fork(path.join(import.meta.dirname, script), parameters, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // The same option as the launcher gives Warren.
    execArgv: ['--max-semi-space-size=16'],
  });
  const exited = once(child, 'exit');
  async function answer(): Promise<Report> {
    const died = exited.then(([code]) => {
      throw new Error(`${script} ended with ${String(code)}.`);
    });
    const [report] = (await Promise.race([once(child, 'message'), died])) as [Report];
    return report;
  }
  const first = await answer();
  if (!('url' in first)) throw new Error(`${script} did not say where it listens.`);
  return {
    url: first.url,
    process: child,
    async start() {
      const started = answer();
      child.send('start' satisfies Order);
      await started;
    },
    async stop() {
      const stopped = answer();
      child.send('stop' satisfies Order);
      const report = await stopped;
      if (!('measured' in report)) throw new Error(`${script} did not measure.`);
      return report.measured;
    },
    async end() {
      child.send('end' satisfies Order);
      await exited;
    },
  };
}
