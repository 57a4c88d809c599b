import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { type PageAction, usePageActions } from '#elements/web/page/page-actions.ts';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#session/web/api.ts';
import { Composer, type ComposerHandle } from '#session/web/composer/composer.tsx';
import { readDraft } from '#session/web/composer/draft.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import type { ModeScreenProps } from '#session/web/mode-screen.ts';
import { renameSession } from '#session/web/session-queries.ts';
import { Transcript } from '#session/web/transcript/transcript.tsx';
import { useConnectionStatus } from '#session/web/use-session.ts';

import type { RecallView } from '../../../protocol.ts';
import { useVoice } from '../../voice/use-voice.tsx';
import { Circles } from '../circles.tsx';
import { SessionHeader } from '../session-header.tsx';
import { CoveredPanel } from './covered-panel.tsx';
import { ElapsedTime } from './elapsed-time.tsx';
import { SessionMenu } from './session-menu.tsx';
import { useAnswering } from './use-answering.ts';
import { useComingBack } from './use-coming-back.ts';
import { useAside, useHelp } from './use-help.ts';
import { useRequests } from './use-requests.ts';

/** On a phone the keyboard would cover what is asked. */
const hasKeyboard = () => matchMedia('(pointer: fine)').matches;

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

  const total = recall.pointIds.length;
  const isCovered = total > 0 && recall.recalledIds.length === total;
  const mayFinish = isCovered && !recall.overlay;

  useEffect(() => {
    if (hasKeyboard()) composer.current?.focus();
  }, []);

  const ask = useRequests(session);
  const { tool, status, hush } = useVoice(
    state.messages,
    useCallback((text: string) => {
      composer.current?.insert(text);
      if (hasKeyboard()) composer.current?.focus();
    }, []),
  );
  const help = useHelp(session, isCovered, hush);
  const asideOf = useAside(state.messages);
  const answering = useAnswering();
  useComingBack(view, ask);
  const retry = useCallback(() => ask({ type: 'retry_reply' }), [ask]);
  const goOn = useCallback(() => ask({ type: 'continue_reply' }), [ask]);
  const goOnWriting = useCallback(() => {
    if (hasKeyboard()) composer.current?.focus();
    return hasKeyboard();
  }, []);
  const end = () => ask({ type: 'end_session' });
  const loadOlder = useCallback(() => client.loadOlder(session), [client, session]);
  const editAgain = useCallback(
    (messageId: string, isRequest: boolean) => {
      const text = client.discard(session, messageId);
      if (!isRequest) composer.current?.restore(text);
    },
    [client, session],
  );
  const leave = useCallback(() => {
    ask({ type: 'leave_session' });
    void navigate({ to: '/' });
  }, [ask, navigate]);
  const rename = (title: string) => {
    renameSession(session, title).catch((error: unknown) => toast({ text: messageOf(error) }));
  };
  const actions = useMemo<readonly PageAction[]>(
    // What stands first is chosen by Enter alone: it may cost nothing.
    () => [
      { label: 'Go on writing', run: () => composer.current?.focus() },
      ...help,
      { label: 'Leave this session', run: leave },
    ],
    [help, leave],
  );
  usePageActions(actions);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionHeader
        title={state.title}
        progress={
          <Circles
            recalled={recall.recalledIds.length}
            total={total}
            className={mayFinish ? 'hidden wide:block' : ''}
          />
        }
      >
        <ElapsedTime state={state} />
        {mayFinish && <Button onClick={end}>Done</Button>}
        <Button look="quiet" className="px-2 wide:px-3" onClick={leave}>
          Leave
        </Button>
        <SessionMenu state={state} answering={answering} isCovered={isCovered} onRename={rename} onEnd={end} />
      </SessionHeader>
      <Transcript
        view={view}
        isConnected={isConnected}
        onRetry={retry}
        onContinue={goOn}
        asideOf={asideOf}
        answering={answering}
        onButtonGone={goOnWriting}
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
        actions={help}
        isAnswering={state.turn !== null}
        sendLook={recall.overlay ? 'outlined' : 'primary'}
        tool={tool}
        status={status}
        onSay={(content) => {
          hush();
          client.say(session, content);
        }}
        onStop={() => {
          hush();
          ask({ type: 'stop_reply' });
        }}
        onWrite={hush}
      />
    </div>
  );
}
