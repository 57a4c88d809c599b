import type { DraftStatus } from '../../protocol.ts';

/** What a draft is marked as next, and the button for it; null at the end. */
export const NEXT_STATUS: Readonly<
  Record<DraftStatus, { readonly status: DraftStatus; readonly label: string } | null>
> = {
  draft: { status: 'ready', label: 'Mark ready' },
  ready: { status: 'published', label: 'Mark published' },
  published: null,
};
