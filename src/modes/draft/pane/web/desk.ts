import { createContext, useContext } from 'react';

import { assert } from '#kernel/assert.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import type { ChangeTarget, DraftSummary, DraftView } from '../../protocol.ts';

interface ShownVersion {
  readonly draftId: string;
  /** Null: the one that counts now. */
  readonly number: number | null;
}

/** Shared by the conversation and the pane beside it. */
export interface Desk {
  readonly view: OpenSession;
  readonly drafts: DraftView;
  /** Of the session; undefined until they are known. */
  readonly listed: readonly DraftSummary[] | undefined;
  readonly problem: Error | null;
  /** The draft in the pane; null where the session has none yet. */
  readonly shown: ShownVersion | null;
  /** Null: what the session shows by itself. */
  readonly show: (version: ShownVersion | null) => void;
  readonly target: ChangeTarget | null;
  readonly setTarget: (target: ChangeTarget | null) => void;
  /** `save` is called before a message is sent. It returns null if nothing is unsaved. */
  readonly onBeforeSaying: (save: (() => Promise<void> | null) | null) => void;
}

export const DeskContext = createContext<Desk | null>(null);

export function useDraftDesk(): Desk {
  const desk = useContext(DeskContext);
  assert(desk, 'the pane of drafts is inside the provider of drafts');
  return desk;
}
