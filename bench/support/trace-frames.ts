import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread itself. */
  readonly tdur?: number;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * Milliseconds of processor time of the main thread between two frames, for the frames in which the page ran a
 * requestAnimationFrame callback: all work from receiving a message to layout and paint.
 */
export async function traceFrames(page: Page, work: () => Promise<void>): Promise<number[]> {
  return workPerFrame(await trace(page, work));
}

/** Milliseconds of processor time of the main thread's longest task, during which the page does not respond. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const tasks = tasksOf(await trace(page, work));
  return Math.max(...tasks.map(({ dur = 0, tdur = dur }) => Math.min(dur, tdur) / 1_000));
}

async function trace(page: Page, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  await work();
  await endTracing(session);
  await session.detach();
  return events;
}

async function endTracing(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
}

/** A frame is all tasks up to and including the one that runs the animation callbacks and then lays out and paints. */
function workPerFrame(events: readonly TraceEvent[]): number[] {
  const at = callbacksOf(events)
    .map(({ ts }) => ts)
    .toSorted((one, other) => one - other);
  const tasks = tasksOf(events).toSorted((one, other) => one.ts - other.ts);
  const frames: number[] = [];
  let spent = 0;
  let next = 0;
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    spent += Math.min(dur, tdur) / 1_000;
    const end = ts + dur;
    if ((at[next] ?? Number.POSITIVE_INFINITY) > end) continue;
    while ((at[next] ?? Number.POSITIVE_INFINITY) <= end) next += 1;
    frames.push(spent);
    spent = 0;
  }
  return frames;
}

function callbacksOf(events: readonly TraceEvent[]): readonly TraceEvent[] {
  return events.filter(({ name }) => name === 'FireAnimationFrame');
}

/** The tasks of the thread that renders the page. */
function tasksOf(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const [first] = callbacksOf(events);
  if (!first) throw new Error('The page has drawn no frame.');
  return events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === first.pid && tid === first.tid);
}
