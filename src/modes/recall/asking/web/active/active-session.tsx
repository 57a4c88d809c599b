import { useCallback } from 'react';

import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { useConversation } from '#session/web/conversation/conversation-context.ts';
import { ConversationProvider } from '#session/web/conversation/conversation-provider.tsx';
import { Conversation } from '#session/web/conversation/conversation.tsx';
import { SessionHeader } from '#session/web/conversation/session-header.tsx';
import { useInnerParts } from '#session/web/inner/inner-parts-context.ts';
import type { ModeScreenProps } from '#session/web/mode-screen.ts';
import { renameSession } from '#session/web/session-queries.ts';

import { useKeepFindings } from '../../../sets/web/use-keep-findings.ts';
import { useVoice } from '../../../voice/web/use-voice.tsx';
import type { RecallView } from '../../protocol.ts';
import { Circles } from '../circles.tsx';
import { CoveredPanel } from './covered-panel.tsx';
import { ElapsedTime } from './elapsed-time.tsx';
import { FinishButton } from './finish-button.tsx';
import { RecalledStatus } from './recalled-status.tsx';
import { SelfCheckAnswer } from './self-check-answer.tsx';
import { SessionMenu } from './session-menu.tsx';
import { useAnswering } from './use-answering.ts';
import { useAsides, useFilledCircles } from './use-asides.tsx';
import { useBuffered } from './use-buffered.ts';
import { useHelp } from './use-help.ts';
import { useSelfCheck } from './use-self-check.ts';

/** Time for the colours to change back before circles fill, in ms. */
const CALM_MS = 350;
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** An unfinished session. */
export function ActiveSession({ view }: ModeScreenProps) {
  const recall = recallOf(view);
  const keep = useKeepFindings();
  return (
    <ConversationProvider view={view} isAsking={recall.overlay || recall.selfCheck !== null} keep={keep}>
      <RecallConversation />
    </ConversationProvider>
  );
}

function recallOf({ state }: ModeScreenProps['view']): RecallView {
  return state.modes['recall'] as RecallView;
}

function RecallConversation() {
  const { view, ask, leave, composer, continueWriting } = useConversation();
  const { state } = view;
  const recall = recallOf(view);
  const toast = useToast();
  const inner = useInnerParts();
  const { isInside } = inner;

  const total = recall.pointIds.length;
  const isCovered = total > 0 && recall.recalledIds.length === total;
  const recalled = useBuffered(recall.recalledIds.length, {
    isInside,
    gained: inner.gained,
    afterMs: isStill() ? 0 : CALM_MS,
  });

  const { tool, status, hush } = useVoice(
    state.messages,
    useCallback(
      (text: string) => {
        composer.current?.insert(text);
        continueWriting();
      },
      [composer, continueWriting],
    ),
  );
  const help = useHelp(state.session, isCovered || isInside, hush);
  const besideOf = useFilledCircles(recall);
  const selfCheck = useSelfCheck(recall);
  const asideOf = useAsides(recall, state.messages, selfCheck.undoable);
  const answering = useAnswering();
  const end = () => ask({ type: 'end_session' });
  const rename = (title: string) => {
    renameSession(state.session, title).catch((error: unknown) => toast({ text: messageOf(error) }));
  };

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
  const header = (
    <SessionHeader title={state.title} progress={<Circles recalled={recalled} total={total} />}>
      <ElapsedTime state={state} />
      {inner.tools}
      <Button look="quiet" className="px-2 wide:px-3" onClick={leave}>
        Leave
      </Button>
      <FinishButton left={total - recall.recalledIds.length} onFinish={end} />
      {!isInside && menu}
    </SessionHeader>
  );
  const dismiss = (choice: 'continue' | 'done') => ask({ type: 'dismiss_overlay', choice });
  return (
    <Conversation
      header={header}
      menu={menu}
      words={recall.selfCheck ? SELF_CHECK_WORDS : WORDS}
      actions={help}
      tool={tool}
      status={status}
      asideOf={asideOf}
      besideOf={besideOf}
      answering={answering}
      onInput={hush}
      end={(mayTakeFocus) => (
        <>
          <RecalledStatus recalled={recalled} total={total} />
          {recall.selfCheck && (
            <SelfCheckAnswer
              key={recall.selfCheck.messageId}
              mayTakeFocus={mayTakeFocus}
              composer={composer}
              onAnswer={selfCheck.answer}
            />
          )}
          {recall.overlay && (
            <CoveredPanel
              mayTakeFocus={mayTakeFocus}
              onContinue={() => {
                dismiss('continue');
                composer.current?.focus();
              }}
              onDone={() => dismiss('done')}
            />
          )}
        </>
      )}
    />
  );
}

const WORDS = { label: 'Your answer', placeholder: 'Answer in your own words' };
const SELF_CHECK_WORDS = { label: 'Your answer', placeholder: 'Or go on in your own words' };
