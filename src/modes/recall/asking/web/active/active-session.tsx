import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { type PageAction, usePageActions } from '#elements/web/page/page-actions.ts';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { turnToStop } from '#session/domain/turn-to-stop.ts';
import { Composer, type ComposerHandle } from '#session/web/composer/composer.tsx';
import { draftOf, readDraft } from '#session/web/composer/draft.ts';
import type { HostScreenProps } from '#session/web/inner/inner-mode.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import { renameSession } from '#session/web/session-queries.ts';
import { Transcript } from '#session/web/transcript/transcript.tsx';
import type { GoTo } from '#session/web/transcript/use-go-to.ts';
import type { KeptPlace } from '#session/web/transcript/use-kept-place.ts';
import { useRequests } from '#session/web/use-requests.ts';
import { useConnectionStatus } from '#session/web/use-session.ts';

import { useKeepFindings } from '../../../sets/web/use-keep-findings.ts';
import { useVoice } from '../../../voice/web/use-voice.tsx';
import type { RecallView } from '../../protocol.ts';
import { Circles } from '../circles.tsx';
import { useBuffered } from '../inside/use-buffered.ts';
import { useFocusOfThread } from '../inside/use-focus-of-thread.ts';
import { SessionHeader } from '../session-header.tsx';
import { CoveredPanel } from './covered-panel.tsx';
import { ElapsedTime } from './elapsed-time.tsx';
import { SessionMenu } from './session-menu.tsx';
import { useAnswering } from './use-answering.ts';
import { useComingBack } from './use-coming-back.ts';
import { useAside, useHelp } from './use-help.ts';

/** On a phone the keyboard would cover what is asked. */
const hasKeyboard = () => matchMedia('(pointer: fine)').matches;

/** The light changes back before the circles fill. */
const CALM_MS = 350;
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A session that goes on, or that writing goes on with. */
export function ActiveSession({ view, useInner }: HostScreenProps) {
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

  const loadOlder = useCallback(() => client.loadOlder(session), [client, session]);
  const [goTo, setGoTo] = useState<GoTo | null>(null);
  const goToPlace = useCallback((messageId: string) => setGoTo({ messageId }), []);
  const keep = useKeepFindings(recall.setId);
  const inner = useInner({ view, isAsking: recall.overlay, loadOlder, goTo: goToPlace, keep });
  const { isInside, thread, wasMoved } = inner;
  const recalled = useBuffered(recall.recalledIds.length, {
    isInside,
    gained: inner.gained,
    afterMs: isStill() ? 0 : CALM_MS,
  });
  const [place, setPlace] = useState<KeptPlace | null>(null);

  const ask = useRequests(session);
  const { tool, status, hush } = useVoice(
    state.messages,
    useCallback((text: string) => {
      composer.current?.insert(text);
      if (hasKeyboard()) composer.current?.focus();
    }, []),
  );
  const help = useHelp(session, isCovered || isInside, hush);
  const asideOf = useAside(state.messages);
  const answering = useAnswering();
  useComingBack(view, ask);
  const retry = useCallback(() => ask({ type: 'retry_reply' }), [ask]);
  const goOn = useCallback(() => ask({ type: 'continue_reply' }), [ask]);
  const goOnWriting = useCallback(() => {
    if (hasKeyboard()) composer.current?.focus();
    return hasKeyboard();
  }, []);
  const screen = useRef<HTMLDivElement>(null);
  const draft = draftOf(session, thread);
  const isTaken = recall.overlay && readDraft(draft) === '';
  useFocusOfThread(thread, { screen, goOnWriting, isInside, isTaken, wasMoved });
  const end = () => ask({ type: 'end_session' });
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

  const menu = (
    <SessionMenu
      state={state}
      answering={isInside ? (inner.answering ?? undefined) : answering}
      isCovered={isCovered}
      onRename={rename}
      onEnd={end}
      {...(isInside && { onLeave: leave })}
    />
  );

  return (
    <div ref={screen} className="flex min-h-0 flex-1 flex-col">
      {inner.banner?.(menu)}
      {/* It stays while one is inside: circles that fill meanwhile fill once one is back. */}
      <div hidden={isInside}>
        <SessionHeader
          title={state.title}
          progress={<Circles recalled={recalled} total={total} className={mayFinish ? 'hidden wide:block' : ''} />}
        >
          <ElapsedTime state={state} />
          {mayFinish && <Button onClick={end}>Done</Button>}
          {inner.tools}
          <Button look="quiet" className="px-2 wide:px-3" onClick={leave}>
            Leave
          </Button>
          {!isInside && menu}
        </SessionHeader>
      </div>
      <Transcript
        key={`transcript ${thread}`}
        view={inner.view}
        isConnected={isConnected}
        onRetry={retry}
        onContinue={goOn}
        asideOf={asideOf}
        answering={isInside ? undefined : answering}
        onButtonGone={goOnWriting}
        onEditAgain={editAgain}
        onLoadOlder={loadOlder}
        lines={inner.lines}
        {...(!isInside && { place, goTo, onGone: setPlace })}
        end={
          <>
            {inner.end}
            {recall.overlay && (
              <CoveredPanel
                mayTakeFocus={readDraft(draft) === ''}
                onContinue={() => {
                  ask({ type: 'dismiss_overlay', choice: 'continue' });
                  composer.current?.focus();
                }}
                onDone={() => ask({ type: 'dismiss_overlay', choice: 'done' })}
              />
            )}
          </>
        }
      />
      <Composer
        key={`composer ${thread}`}
        ref={composer}
        draft={draft}
        {...(inner.composer ?? TRUNK_WORDS)}
        actions={help}
        isAnswering={turnToStop(state) !== null}
        sendLook={recall.overlay || inner.isAsking ? 'outlined' : 'primary'}
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
      {inner.beside}
    </div>
  );
}

const TRUNK_WORDS = { label: 'Your answer', placeholder: 'Answer in your own words' };
