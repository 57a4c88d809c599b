import type { SessionEvent } from '#session/domain/event.ts';

import type { DraftView, WriterPart } from '../../protocol.ts';

/** The mode whose sessions host drafts. */
const HOST = 'explore';
/** A target is needed until its reply is complete, and shown with the latest messages. */
const MAX_TARGETS = 100;

export function foldDraft(state: DraftState | undefined, event: SessionEvent): DraftState | undefined {
  if (event.type === 'session_started')
    return event.mode === HOST ? { platform: 'linkedin', targets: {}, changedAt: event.seq } : undefined;
  if (!state) return undefined;
  switch (event.type) {
    case 'platform_set':
      return { ...state, platform: event.platform };
    case 'paragraph_change_asked': {
      const kept = Object.entries(state.targets).slice(1 - MAX_TARGETS);
      return { ...state, targets: Object.fromEntries([...kept, [event.messageId, event.target]]) };
    }
    case 'draft_changed':
    case 'assistant_complete':
    case 'assistant_interrupted':
      return { ...state, changedAt: event.seq };
    default:
      return state;
  }
}

/** Nothing in it is hidden from the person. */
export type DraftState = DraftView;

/** A draft was changed by hand, so the readers of its session are informed. */
export interface DraftReport {
  readonly draftId: string;
}

/** The types that both halves of the mode exchange. */
export interface DraftTypes {
  readonly state: DraftState;
  readonly report: DraftReport;
  readonly part: WriterPart;
}
