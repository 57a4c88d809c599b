import type { LibraryProblem } from '../../storage/protocol.ts';
import type { Look } from './look.ts';

interface Reporting {
  readonly notify: () => void;
  /** The least time between two reports of mere progress, in milliseconds. */
  readonly everyMs: number;
}

interface Reported {
  readonly look: Look;
  readonly problem: LibraryProblem | null;
  /** Told at once; otherwise it is progress. */
  readonly isNews: boolean;
}

/** Tells the pages what has changed since the last report. */
export function createProgressReport({ notify, everyMs }: Reporting): (reported: Reported) => void {
  let last = '';
  let lastAt = 0;
  let later: NodeJS.Timeout | undefined;
  return function report({ look, problem, isNews }) {
    clearTimeout(later);
    const waitMs = isNews ? 0 : lastAt + everyMs - performance.now();
    if (waitMs > 0) {
      // The next batch may take long.
      later = setTimeout(report, waitMs, { look, problem, isNews: true }).unref();
      return;
    }
    const { done, total, waitingSources, serving } = look;
    const now = JSON.stringify([done, total, waitingSources, serving?.model.key, problem]);
    if (now === last) return;
    last = now;
    lastAt = performance.now();
    notify();
  };
}
