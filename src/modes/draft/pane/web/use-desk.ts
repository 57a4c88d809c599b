import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { OpenSession } from '#session/web/mode-screen.ts';

import type { ChangeTarget, DraftSummary, DraftView } from '../../protocol.ts';
import type { Desk } from './desk.ts';
import { DRAFTS_KEY, sessionDraftsQuery } from './queries.ts';

/** The view of a session from before there were drafts. */
const NONE: DraftView = { platform: 'linkedin', targets: {}, changedAt: 0 };

/** Maximum delay of a message by a save, in ms. */
const MAX_WAIT_MS = 3_000;

interface UsedDesk extends Desk {
  /** Saves the text in the editor. Null if nothing is unsaved. */
  readonly saveFirst: () => Promise<unknown> | null;
}

/** State that the conversation and the pane of a session share. */
export function useDesk(view: OpenSession, isOn: boolean): UsedDesk {
  const { session, modes } = view.state;
  const drafts = (modes['draft'] as DraftView | undefined) ?? NONE;
  const { changedAt, platform } = drafts;
  const queries = useQueryClient();
  const { data: listed, error: problem } = useQuery({ ...sessionDraftsQuery(session), enabled: isOn });
  const [chosen, setChosen] = useState<Desk['shown']>(null);
  const [target, setTarget] = useState<ChangeTarget | null>(null);
  const seen = useRef(changedAt);
  useEffect(() => {
    if (seen.current === changedAt) return;
    seen.current = changedAt;
    void queries.invalidateQueries({ queryKey: [DRAFTS_KEY] });
  }, [changedAt, queries]);
  const save = useRef<(() => Promise<void> | null) | null>(null);
  const onBeforeSaying = useCallback<Desk['onBeforeSaying']>((next) => void (save.current = next), []);
  const saveFirst = useCallback(() => {
    const saving = save.current?.();
    if (!saving) return null;
    return Promise.race([saving, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  }, []);
  const isKnown = chosen !== null && listed?.some(({ id }) => id === chosen.draftId) !== false;
  const shown = isKnown ? chosen : firstShown(listed, platform);
  return useMemo(
    () => ({ view, drafts, listed, problem, shown, show: setChosen, target, setTarget, onBeforeSaying, saveFirst }),
    [view, drafts, listed, problem, shown, target, onBeforeSaying, saveFirst],
  );
}

/** The latest draft for the platform of the session, or else the latest. */
function firstShown(listed: readonly DraftSummary[] | undefined, platform: DraftSummary['platform']): Desk['shown'] {
  const draft = listed?.find((each) => each.platform === platform) ?? listed?.[0];
  return draft ? { draftId: draft.id, number: null } : null;
}
