import { AsyncLocalStorage } from 'node:async_hooks';

/** The request or command that a log line belongs to. */
export type LogContext = { readonly request: string } | { readonly command: string };

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs `work` so that each log line of it, and of everything it starts, names the context. */
export function inLogContext<Result>(context: LogContext, work: () => Result): Result {
  return contexts.run(context, work);
}

export function logContext(): LogContext | undefined {
  return contexts.getStore();
}
