import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * Milliseconds of main-thread work between one frame and the next, for the frames in which the page ran a
 * requestAnimationFrame callback: everything it did, from taking in a message to layout and paint.
 */
export async function traceFrames(page: Page, work: () => Promise<void>): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  await work();
  await endTracing(session);
  return workPerFrame(events);
}

async function endTracing(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
}

/** A frame is the tasks up to and with the one that runs the animation callbacks and then lays out and paints. */
function workPerFrame(events: readonly TraceEvent[]): number[] {
  const callbacks = events.filter(({ name }) => name === 'FireAnimationFrame');
  const [first] = callbacks;
  if (!first) throw new Error('The page has drawn no frame.');
  const at = callbacks.map(({ ts }) => ts).toSorted((one, other) => one - other);
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === first.pid && tid === first.tid)
    .toSorted((one, other) => one.ts - other.ts);
  const frames: number[] = [];
  let spent = 0;
  let next = 0;
  for (const { ts, dur = 0 } of tasks) {
    spent += dur / 1_000;
    const end = ts + dur;
    if ((at[next] ?? Number.POSITIVE_INFINITY) > end) continue;
    while ((at[next] ?? Number.POSITIVE_INFINITY) <= end) next += 1;
    frames.push(spent);
    spent = 0;
  }
  return frames;
}
