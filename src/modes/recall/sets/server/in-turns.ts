import { setImmediate } from 'node:timers/promises';

/** Does work that is divided into steps. Others go between two of them. */
export async function inTurns<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
