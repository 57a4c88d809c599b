import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Page } from '#elements/web/page.tsx';
import { useLiveClient } from '#session/web/live-client-context.ts';
import type { ModeScreenProps } from '#session/web/mode-screen.ts';
import { Transcript } from '#session/web/transcript/transcript.tsx';

import type { RecallView } from '../../protocol.ts';
import { setsQuery } from '../queries.ts';
import { useBegin } from '../use-begin.ts';
import { KeptDraft } from './kept-draft.tsx';
import { SessionHeader } from './session-header.tsx';
import { Review } from './session-review.tsx';

const nothing = () => undefined;

/** A session that is over: its review, and the conversation to read again. */
export function FinishedSession({ view }: ModeScreenProps) {
  const { state } = view;
  const { session } = state;
  const { setId } = state.modes['recall'] as RecallView;
  // What came too late to be said is shown, so that it can be copied.
  const [showsConversation, setShowsConversation] = useState(view.pending.length > 0);
  const client = useLiveClient();
  const queries = useQueryClient();
  const { begin, isBeginning } = useBegin();
  const { data: sets, isFetchedAfterMount } = useQuery(setsQuery);
  const isSetGone = isFetchedAfterMount && sets !== undefined && !sets.some(({ id }) => id === setId);
  const loadOlder = useCallback(() => client.loadOlder(session), [client, session]);

  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['today'] });
    void queries.invalidateQueries({ queryKey: ['recall-set', setId] });
    void queries.invalidateQueries({ queryKey: ['recall-sets'] });
  }, [queries, setId]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionHeader title={state.title} progress={null}>
        <Button look="quiet" onClick={() => setShowsConversation(!showsConversation)}>
          {showsConversation ? 'Back to the review' : 'Read the conversation'}
        </Button>
      </SessionHeader>
      <KeptDraft session={session} />
      {showsConversation ? (
        <Transcript view={view} isConnected onRetry={nothing} onLoadOlder={loadOlder} />
      ) : (
        <Page width="reading">
          <div className="flex flex-wrap items-baseline gap-4">
            <h2 className="font-serif text-xl leading-tight font-semibold tracking-[-0.015em]">What came of it</h2>
            {isSetGone ? (
              <p className="ml-auto text-ink-soft">Its set was deleted.</p>
            ) : (
              <Button look="primary" className="ml-auto" disabled={isBeginning} onClick={() => begin(setId)}>
                Begin again
              </Button>
            )}
          </div>
          <Review sessionId={session} />
        </Page>
      )}
    </div>
  );
}
