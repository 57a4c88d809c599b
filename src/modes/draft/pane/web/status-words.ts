import type { DraftStatus } from '../../protocol.ts';

/** The next status of a draft, and the button for it; null at the end. */
export const NEXT_STATUS: Readonly<
  Record<DraftStatus, { readonly status: DraftStatus; readonly label: string } | null>
> = {
  draft: { status: 'ready', label: 'Mark ready' },
  ready: { status: 'published', label: 'Mark published' },
  published: null,
};
