import { api } from '#http-client/web/api.ts';
import type { ClientEvent } from '#wire/down.ts';

const PAGE = 500;

interface ReadLog {
  readonly session: string;
  /** The seq of the last event. */
  readonly head: number;
  /** 0 to 1, after each page. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** All events of a session, oldest first, read in pages from its end. */
export async function readLog({ session, head, onProgress, signal }: ReadLog): Promise<readonly ClientEvent[]> {
  const pages: (readonly ClientEvent[])[] = [];
  let before = head + 1;
  for (let hasMore = true; hasMore && !signal.aborted;) {
    const page = await api<{ events: readonly ClientEvent[]; hasMore: boolean }>(
      'GET',
      `/api/sessions/${session}/events?before=${before}&limit=${PAGE}`,
    );
    pages.push(page.events);
    before = page.events[0]?.seq ?? 1;
    hasMore = page.hasMore && before > 1;
    onProgress((head + 1 - before) / head);
  }
  return pages.toReversed().flat();
}
