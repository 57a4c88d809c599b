import { setImmediate } from 'node:timers/promises';

/** Runs work in steps, and yields to the event loop after each step. */
export async function runInSteps<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
