import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#session/web/api.ts';
import type { SessionRequest } from '#session/web/client/live-client.ts';
import { Composer, type ComposerHandle, type QuickMessage } from '#session/web/composer.tsx';
import { readDraft } from '#session/web/draft.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import type { ModeScreenProps } from '#session/web/mode-screen.ts';
import { renameSession } from '#session/web/session-queries.ts';
import { Transcript } from '#session/web/transcript/transcript.tsx';
import { useConnectionStatus } from '#session/web/use-session.ts';

import type { RecallView } from '../../protocol.ts';
import { Circles } from './circles.tsx';
import { CoveredPanel } from './covered-panel.tsx';
import { ElapsedTime } from './elapsed-time.tsx';
import { SessionHeader } from './session-header.tsx';
import { SessionMenu } from './session-menu.tsx';

const QUICK_MESSAGES: readonly QuickMessage[] = [
  { label: 'Hint', content: 'Give me a hint' },
  { label: 'Tell me', content: 'Tell me' },
];

/** A session that goes on, or that writing goes on with. */
export function ActiveSession({ view }: ModeScreenProps) {
  const { state } = view;
  const { session } = state;
  const recall = state.modes['recall'] as RecallView;
  const client = useLiveClient();
  const isConnected = useConnectionStatus() === 'live';
  const navigate = useNavigate();
  const toast = useToast();
  const composer = useRef<ComposerHandle>(null);

  // On a phone the keyboard would cover what is asked.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) composer.current?.focus();
  }, []);

  const ask = useCallback(
    (request: SessionRequest) => {
      client.request(session, request).catch((error: unknown) => toast({ text: messageOf(error) }));
    },
    [client, session, toast],
  );
  const retry = useCallback(() => ask({ type: 'retry_reply' }), [ask]);
  const loadOlder = useCallback(() => client.loadOlder(session), [client, session]);
  const editAgain = useCallback(
    (messageId: string) => composer.current?.restore(client.discard(session, messageId)),
    [client, session],
  );
  const leave = () => {
    ask({ type: 'leave_session' });
    void navigate({ to: '/' });
  };
  const rename = (title: string) => {
    renameSession(session, title).catch((error: unknown) => toast({ text: messageOf(error) }));
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionHeader
        title={state.title}
        progress={<Circles recalled={recall.recalledIds.length} total={recall.pointIds.length} />}
      >
        <ElapsedTime state={state} />
        <Button look="quiet" className="px-2 wide:px-3" onClick={leave}>
          Leave
        </Button>
        <SessionMenu title={state.title} onRename={rename} onEnd={() => ask({ type: 'end_session' })} />
      </SessionHeader>
      <Transcript
        view={view}
        isConnected={isConnected}
        onRetry={retry}
        onEditAgain={editAgain}
        onLoadOlder={loadOlder}
        end={
          recall.overlay && (
            <CoveredPanel
              mayTakeFocus={readDraft(session) === ''}
              onContinue={() => {
                ask({ type: 'dismiss_overlay', choice: 'continue' });
                composer.current?.focus();
              }}
              onDone={() => ask({ type: 'dismiss_overlay', choice: 'done' })}
            />
          )
        }
      />
      <Composer
        ref={composer}
        session={session}
        label="Your answer"
        placeholder="Answer in your own words"
        quickMessages={QUICK_MESSAGES}
        isAnswering={state.turn !== null}
        onSay={(content) => client.say(session, content)}
        onStop={() => ask({ type: 'stop_reply' })}
      />
    </div>
  );
}
