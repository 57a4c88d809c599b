import { AppError } from '#wire/error-kind.ts';

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 10_000;

/** Repeats `work` for as long as the store fails, until `signal` is aborted. Throws every other error. */
export async function retryWhileStoreFails(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
    try {
      await work();
      return;
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError && error.isOfStore)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
    }
  }
}
