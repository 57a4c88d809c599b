import { createContext, useContext } from 'react';

import { assert } from '#kernel/assert.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import type { ChangeTarget, DraftSummary, DraftView } from '../../protocol.ts';

interface ShownVersion {
  readonly draftId: string;
  /** Null: the version that counts. */
  readonly number: number | null;
}

/** State that the conversation shares with the pane beside it. */
export interface Desk {
  readonly view: OpenSession;
  readonly drafts: DraftView;
  /** The drafts of the session; undefined until they are loaded. */
  readonly listed: readonly DraftSummary[] | undefined;
  readonly problem: Error | null;
  /** The draft in the pane; null if the session has none yet. */
  readonly shown: ShownVersion | null;
  /** Shows a version. Null: the default of the session. */
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
