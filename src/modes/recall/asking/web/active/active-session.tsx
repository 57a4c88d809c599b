import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { useNow } from '#elements/web/page/use-now.ts';
import { clockTime } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import type { SessionState } from '#session/protocol.ts';
import { useConversation } from '#session/web/conversation/conversation-context.ts';
import { ConversationProvider } from '#session/web/conversation/conversation-provider.tsx';
import { Conversation } from '#session/web/conversation/conversation.tsx';
import { SessionHeader } from '#session/web/conversation/session-header.tsx';
import { useSessionExtension } from '#session/web/inner/session-extension.ts';
import type { ModeScreenProps } from '#session/web/mode-screen.ts';
import { renameSession } from '#session/web/session-queries.ts';
import { mergedLines } from '#session/web/transcript/rows/rows.ts';

import { useKeepFindings } from '../../../sets/web/use-keep-findings.ts';
import { useVoice } from '../../../voice/web/use-voice.tsx';
import type { RecallView } from '../../protocol.ts';
import { activeMs } from '../active-time.ts';
import { announced } from '../cards/card-words.ts';
import { useCards } from '../cards/use-cards.tsx';
import { Circles } from '../circles.tsx';
import { agentsQuery } from '../queries.ts';
import { useAskedImages } from '../use-asked-images.tsx';
import { CoveredPanel } from './covered-panel.tsx';
import { SelfCheckAnswer } from './self-check-answer.tsx';
import { SessionMenu } from './session-menu.tsx';
import { useAsides, useFilledCircles } from './use-asides.tsx';
import { useBuffered } from './use-buffered.ts';
import { useHelp } from './use-help.ts';

/** Time for the colours to change back before circles fill, in ms. */
const CALM_MS = 350;
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function ActiveSession({ view }: ModeScreenProps) {
  const recall = recallOf(view);
  const isOpen = recall.cards.at(-1)?.isOpen ?? false;
  const keep = useKeepFindings();
  return (
    <ConversationProvider view={view} isAsking={recall.overlay || isOpen} keep={keep}>
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
  const extension = useSessionExtension();
  const { isInside } = extension;

  const total = recall.pointIds.length;
  const isCovered = total > 0 && recall.recalledIds.length === total;
  const recalled = useBuffered(recall.recalledIds.length, {
    isInside,
    gained: extension.gained,
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
  // After the end was shown, nothing is left to ask for.
  const help = useHelp(view, isCovered || recall.overlayShown || isInside, hush);
  const besideOf = useFilledCircles(recall);
  const { lines, waiting, onEmptyEnter } = useCards(recall.cards, isInside);
  const images = useAskedImages(state);
  const allLines = useMemo(() => mergedLines(lines, images), [lines, images]);
  const asideOf = useAsides(recall, state.messages);
  const answering = useAnswering();
  const end = () => ask({ type: 'end_session' });
  const rename = (title: string) => {
    renameSession(state.session, title).catch((error: unknown) => toast({ text: messageOf(error) }));
  };

  const menu = (
    <SessionMenu
      state={state}
      answering={isInside ? (extension.answering ?? undefined) : answering}
      isCovered={isCovered}
      onRename={rename}
      {...((isInside || !recall.overlay) && { onEnd: end })}
      {...(isInside && { onLeave: leave })}
    />
  );
  const header = (
    <SessionHeader
      title={state.title}
      progress={<Circles recalled={recalled} total={total} />}
      back={{ label: 'Leave', go: leave }}
    >
      <ElapsedTime state={state} />
      {extension.header}
      <Button look="quiet" className="max-wide:hidden" onClick={leave}>
        Leave
      </Button>
      {/* Hidden while the panel at the end of the conversation shows the same button. */}
      {!recall.overlay && <FinishButton left={total - recall.recalledIds.length} onFinish={end} />}
      {!isInside && menu}
    </SessionHeader>
  );
  const dismiss = (choice: 'continue' | 'done') => ask({ type: 'dismiss_overlay', choice });
  return (
    <Conversation
      header={header}
      menu={menu}
      words={waiting ? CARD_WORDS : WORDS}
      lines={allLines}
      onEmptyEnter={() => onEmptyEnter(help.showAsked)}
      actions={help.actions}
      tool={tool}
      status={status}
      asideOf={asideOf}
      besideOf={besideOf}
      answering={answering}
      onInput={hush}
      end={(mayTakeFocus) => (
        <>
          <RecalledStatus recalled={recalled} total={total} />
          <output className="sr-only">{waiting ? announced(waiting) : ''}</output>
          {recall.selfCheck && !isInside && (
            <SelfCheckAnswer
              onAnswer={(isRecalled) => {
                const { pointId = '' } = recall.selfCheck ?? {};
                continueWriting();
                ask({ type: 'answer_self_check', pointId, isRecalled });
              }}
            />
          )}
          {recall.overlay && (
            <CoveredPanel
              left={total - recall.recalledIds.length}
              total={total}
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
const CARD_WORDS = { label: 'Your answer', placeholder: 'Or go on in your own words' };

/** Announces the number of recalled points to screen readers when it changes. */
function RecalledStatus({ recalled, total }: { readonly recalled: number; readonly total: number }) {
  const [first] = useState(recalled);
  const [hasChanged, setChanged] = useState(false);
  if (recalled !== first && !hasChanged) setChanged(true);
  return <output className="sr-only">{hasChanged ? `${recalled} of ${total} recalled` : ''}</output>;
}

/** The name of the agent that answers now; undefined while unknown. */
function useAnswering(): string | undefined {
  const { data: agents } = useQuery(agentsQuery);
  return agents?.find(({ role }) => role === 'tutor')?.name;
}

/** The time spent in a session; runs while the session is open. Hidden if not all messages are loaded. */
function ElapsedTime({ state }: { readonly state: SessionState }) {
  const now = useNow(1_000);
  if (state.messageCount > state.messages.length) return null;
  return (
    <span
      role="timer"
      aria-label="Time in this session"
      title="Time in this session, without pauses"
      className="hidden shrink-0 text-sm @min-[560px]:inline whitespace-nowrap text-ink-faint tabular-nums"
    >
      {clockTime(activeMs(state.messages, now))}
    </span>
  );
}

interface FinishButtonProps {
  /** Number of points that are not recalled yet. */
  readonly left: number;
  readonly onFinish: () => void;
}

/** Ends the session. Since an end is final, first explains what happens to points that are left. */
function FinishButton({ left, onFinish }: FinishButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="max-wide:hidden"
        aria-label="Finish and see results"
        onClick={() => (left === 0 ? onFinish() : setOpen(true))}
      >
        <span className="@min-[640px]:hidden">Finish</span>
        <span className="hidden @min-[640px]:inline">Finish and see results</span>
      </Button>
      {isOpen && (
        <Dialog
          title="Finish this session?"
          description={`${left === 1 ? 'One point is' : `${left} points are`} not recalled yet. What you were asked for comes back soon.`}
          onClose={() => setOpen(false)}
        >
          <FormActions className="mt-5">
            <Button onClick={() => setOpen(false)}>Go on</Button>
            <Button
              look="primary"
              onClick={() => {
                setOpen(false);
                onFinish();
              }}
            >
              Finish now
            </Button>
          </FormActions>
        </Dialog>
      )}
    </>
  );
}
