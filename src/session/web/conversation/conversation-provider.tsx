import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';

import type { ComposerHandle } from '../composer/composer.tsx';
import type { InnerHost } from '../inner/inner-mode.ts';
import { InnerSession } from '../inner/inner-session.tsx';
import { useLiveClient } from '../live-client-context.ts';
import type { OpenSession } from '../mode-screen.ts';
import type { GoTo } from '../transcript/use-go-to.ts';
import { useRequests } from '../use-requests.ts';
import { ConversationContext, type ConversationControls } from './conversation-context.ts';
import { useComingBack } from './use-coming-back.ts';

interface ConversationProviderProps extends Pick<InnerHost, 'keep'> {
  readonly view: OpenSession;
  readonly isAsking?: boolean;
  readonly children: ReactNode;
}

const hasKeyboard = () => matchMedia('(pointer: fine)').matches;

/** Surrounds the page of an unfinished session: provides its controls, and the parts of the inner mode. */
export function ConversationProvider({ view, isAsking = false, keep, children }: ConversationProviderProps) {
  const { session } = view.state;
  const client = useLiveClient();
  const navigate = useNavigate();
  const ask = useRequests(session);
  const composer = useRef<ComposerHandle>(null);
  const [goTo, setGoTo] = useState<GoTo | null>(null);
  const goToPlace = useCallback((messageId: string) => setGoTo({ messageId }), []);
  const loadOlder = useCallback(() => client.loadOlder(session), [client, session]);
  const continueWriting = useCallback(() => {
    if (hasKeyboard()) composer.current?.focus();
    return hasKeyboard();
  }, []);
  const leave = useCallback(() => {
    ask({ type: 'leave_session' });
    void navigate({ to: '/' });
  }, [ask, navigate]);
  useComingBack(view, ask);
  const controls = useMemo<ConversationControls>(
    () => ({ view, isAsking, ask, loadOlder, leave, composer, continueWriting, goTo, goToPlace }),
    [view, isAsking, ask, loadOlder, leave, continueWriting, goTo, goToPlace],
  );
  return (
    <ConversationContext value={controls}>
      <InnerSession host={{ view, isAsking, loadOlder, goTo: goToPlace, ...(keep && { keep }) }}>
        {children}
      </InnerSession>
    </ConversationContext>
  );
}
