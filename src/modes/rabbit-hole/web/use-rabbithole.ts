import { useCallback, useMemo } from 'react';

import type { SessionState } from '#session/protocol.ts';
import { useRequests } from '#session/web/use-requests.ts';

import type { RabbitholeView } from '../protocol.ts';

interface Rabbithole {
  readonly isInRabbithole: boolean;
  readonly rabbitholeTopic: string | null;
  /** A tangent that was found, and that the person has not answered yet. */
  readonly rabbitholePrompt: { readonly topic: string; readonly eventId: string } | null;
  readonly enterRabbithole: (eventId: string, topic: string) => void;
  /** Opens one by hand, named by words of a message. */
  readonly openRabbithole: (topic: string, messageId: string) => void;
  readonly exitRabbithole: () => void;
  readonly declineRabbithole: () => void;
}

const NONE: RabbitholeView = { prompt: null, openId: null, holes: [] };

export function rabbitholesOf({ modes }: Pick<SessionState, 'modes'>): RabbitholeView {
  return (modes['rabbit-hole'] as RabbitholeView | undefined) ?? NONE;
}

/** The rabbit holes of a session: how they stand, and what the person can do. */
export function useRabbithole({ state }: { readonly state: SessionState }): Rabbithole {
  const { prompt, openId, holes } = rabbitholesOf(state);
  const ask = useRequests(state.session);
  const enterRabbithole = useCallback(
    (rabbitholeEventId: string, topic: string) => ask({ type: 'enter_rabbithole', rabbitholeEventId, topic }),
    [ask],
  );
  const openRabbithole = useCallback(
    (topic: string, messageId: string) => ask({ type: 'open_rabbithole', topic, messageId }),
    [ask],
  );
  const exitRabbithole = useCallback(() => ask({ type: 'exit_rabbithole' }), [ask]);
  const declineRabbithole = useCallback(() => ask({ type: 'decline_rabbithole' }), [ask]);
  const isInRabbithole = openId !== null;
  const rabbitholeTopic = holes.find(({ id }) => id === openId)?.topic ?? null;
  return useMemo(
    () => ({
      isInRabbithole,
      rabbitholeTopic,
      rabbitholePrompt: prompt,
      enterRabbithole,
      openRabbithole,
      exitRabbithole,
      declineRabbithole,
    }),
    [isInRabbithole, rabbitholeTopic, prompt, enterRabbithole, openRabbithole, exitRabbithole, declineRabbithole],
  );
}
