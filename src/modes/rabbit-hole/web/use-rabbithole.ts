import { useCallback, useState } from 'react';

import { giveTyped, keepTyping } from '#elements/web/focus/typed-ahead.ts';
import { withoutDirectionMarks } from '#kernel/clean-text.ts';
import type { SessionState } from '#session/protocol.ts';
import type { SessionRequest } from '#session/web/client/live-client.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import { useRequests } from '#session/web/use-requests.ts';

import type { RabbitholeView } from '../protocol.ts';

const NONE: RabbitholeView = { prompt: null, openId: null, holes: [] };

export function rabbitholesOf({ modes }: Pick<SessionState, 'modes'>): RabbitholeView {
  return (modes['rabbit-hole'] as RabbitholeView | undefined) ?? NONE;
}

export function useRabbithole({ state }: { readonly state: SessionState }) {
  const { prompt, openId, holes } = rabbitholesOf(state);
  const { ask, move, isReturning, wasMoved } = useMoves(state.session, openId);
  const enterRabbithole = useCallback(
    (rabbitholeEventId: string, topic: string) => move({ type: 'enter_rabbithole', rabbitholeEventId, topic }),
    [move],
  );
  const openRabbithole = useCallback(
    (topic: string, messageId: string) =>
      move({ type: 'open_rabbithole', topic: withoutDirectionMarks(topic), messageId }),
    [move],
  );
  const exitRabbithole = useCallback(() => move({ type: 'exit_rabbithole' }), [move]);
  const exitWith = useCallback((findings: string) => move({ type: 'exit_rabbithole', findings }), [move]);
  const declineRabbithole = useCallback(() => ask({ type: 'decline_rabbithole' }), [ask]);
  return {
    isInRabbithole: openId !== null,
    rabbitholeTopic: holes.find(({ id }) => id === openId)?.topic ?? null,
    /** A detected tangent that the person has not answered. */
    rabbitholePrompt: prompt,
    enterRabbithole,
    /** Opens a hole by hand. Words of a message name it. */
    openRabbithole,
    exitRabbithole,
    /** Leaves the hole and brings its findings to the trunk. */
    exitWith,
    declineRabbithole,
    /** The return was requested; it is granted after pending evaluations. */
    isReturning,
    /** The last change of thread was not requested here. */
    wasMoved,
  };
}

/** Requests changes of thread, and distinguishes them from changes made elsewhere. */
function useMoves(session: string, openId: string | null) {
  const client = useLiveClient();
  const ask = useRequests(session);
  const [isReturning, setReturning] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  const [came, setCame] = useState({ session, openId, wasMoved: false });
  if (came.session !== session || came.openId !== openId) {
    // Opening another session does not count as a change of thread.
    setCame({ session, openId, wasMoved: came.session === session && !hasAsked });
    setAsked(false);
    setReturning(false);
  }
  const move = useCallback(
    (request: SessionRequest) => {
      if (client.status() === 'live') keepTyping();
      setAsked(true);
      if (request.type === 'exit_rabbithole') setReturning(true);
      ask(request, (isDone) => {
        if (request.type === 'exit_rabbithole') setReturning(false);
        // A granted request may become visible only later.
        if (isDone) return;
        setAsked(false);
        giveTyped();
      });
    },
    [ask, client],
  );
  return { ask, move, isReturning, wasMoved: came.wasMoved };
}
