import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { usePageActions } from '#elements/web/page/page-actions.ts';
import { Page } from '#elements/web/page/page.tsx';
import { TRUNK } from '#session/domain/thread.ts';
import { draftKey, keepMessageDraft, readMessageDraft } from '#session/web/composer/draft.ts';
import { SessionHeader } from '#session/web/conversation/session-header.tsx';
import { InnerSession } from '#session/web/inner/inner-session.tsx';
import { useSessionExtension } from '#session/web/inner/session-extension.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import type { ModeScreenProps } from '#session/web/mode-screen.ts';
import { CopyButton } from '#session/web/transcript/rows/copy-button.tsx';
import { mergedLines } from '#session/web/transcript/rows/rows.ts';
import { Transcript } from '#session/web/transcript/transcript.tsx';
import type { GoTo } from '#session/web/transcript/use-go-to.ts';
import { useNamedMessage } from '#session/web/transcript/use-named-message.ts';

import type { RecallView } from '../../../asking/protocol.ts';
import { cardLines } from '../../../asking/web/cards/card-lines.tsx';
import { Circles } from '../../../asking/web/circles.tsx';
import { useAskedImages } from '../../../asking/web/use-asked-images.tsx';
import { todayQuery } from '../../../sets/web/queries.ts';
import { useKeepFindings } from '../../../sets/web/use-keep-findings.ts';
import { reviewQuery } from '../queries.ts';
import { Replay } from '../replay/replay.tsx';
import { marksOf } from '../review/marks.ts';
import { type ReviewedPoint, reviewSummary } from '../review/review-groups.ts';
import { SessionReviewPanel } from '../review/session-review.tsx';
import { NextStep } from './next-step.tsx';

const PARTS: readonly { readonly part: FinishedPart; readonly label: string; readonly action: string }[] = [
  { part: 'review', label: 'Review', action: 'Show what came of this session' },
  { part: 'conversation', label: 'Conversation', action: 'Read this conversation' },
  { part: 'replay', label: 'Replay', action: 'Replay this session' },
];

const NO_POINTS: readonly ReviewedPoint[] = [];

/** A finished session: its review, its conversation, and its replay. */
export function FinishedSession({ view }: ModeScreenProps) {
  const { state } = view;
  const { session } = state;
  const { setIds } = recallOf(view);
  const client = useLiveClient();
  const queries = useQueryClient();
  const [hadUnsent] = useState(view.pending.length > 0);
  // Opens the conversation if messages arrived too late, so that they can be copied.
  const shown = useFinishedPart(hadUnsent ? 'conversation' : 'review');
  const { show } = shown;
  const loadOlder = useCallback(() => client.loadOlder(session), [client, session]);

  useEffect(() => {
    const sets = setIds.map((setId) => ['recall-set', setId]);
    for (const queryKey of [['today'], ...sets, ['recall-sets'], reviewQuery(session).queryKey])
      void queries.invalidateQueries({ queryKey });
  }, [queries, setIds, session]);

  const [jump, setJump] = useState<GoTo | null>(null);
  const jumpTo = useCallback(
    (id: string) => {
      setJump({ messageId: id });
      show('conversation');
    },
    [show],
  );
  const keep = useKeepFindings();
  return (
    <InnerSession host={{ view, isAsking: false, loadOlder, goTo: jumpTo, keep }}>
      <Finished {...{ view, shown, jump, setJump, loadOlder }} />
    </InnerSession>
  );
}

function recallOf({ state }: ModeScreenProps['view']): RecallView {
  return state.modes['recall'] as RecallView;
}

interface FinishedProps extends ModeScreenProps {
  readonly shown: ReturnType<typeof useFinishedPart>;
  /** The line or message chosen on the session map. */
  readonly jump: GoTo | null;
  readonly setJump: (jump: GoTo | null) => void;
  readonly loadOlder: () => Promise<void>;
}

function Finished({ view, shown, jump, setJump, loadOlder }: FinishedProps) {
  const { state } = view;
  const { session } = state;
  const { pointIds, setIds, cards } = recallOf(view);
  const { part, messageId, show } = shown;
  const [cameFrom, setCameFrom] = useState<string | null>(null);
  const [recalled, setRecalled] = useState(0);
  const goTo = useMemo(() => (messageId === null ? null : { messageId }), [messageId]);
  const { data: review } = useQuery(reviewQuery(session));
  const { data: counts, isFetchedAfterMount } = useQuery(todayQuery);
  // Results read before the session ended are stale.
  const today = isFetchedAfterMount ? counts : undefined;
  const points = review?.points ?? NO_POINTS;
  const marks = useMemo(() => marksOf(points), [points]);
  const navigate = useNavigate();
  const extension = useSessionExtension();
  const { read, linesOn, thread } = extension;
  const images = useAskedImages(state);
  const lines = useMemo(
    () => mergedLines(thread === TRUNK ? mergedLines(cardLines(cards), images) : [], linesOn(thread)),
    [cards, images, linesOn, thread],
  );
  const drafts = [...new Set([TRUNK, ...state.messages.map(({ thread }) => thread)])].map((on) =>
    draftKey(session, on),
  );

  const wanted = useNamedMessage(view, messageId, loadOlder);
  const elsewhere = wanted && wanted.thread !== extension.thread ? wanted.thread : null;
  useEffect(() => {
    if (elsewhere !== null && messageId !== null) read(elsewhere, messageId);
  }, [elsewhere, messageId, read]);

  usePageActions(
    useMemo(() => PARTS.map(({ part: each, action }) => ({ label: action, run: () => show(each) })), [show]),
  );

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SessionHeader
        title={state.title}
        back={{ label: 'All sets', go: () => void navigate({ to: '/recall' }) }}
        progress={
          part === 'replay' ? (
            <Circles recalled={recalled} total={pointIds.length} className="max-[900px]:hidden" />
          ) : (
            review && (
              <span className="text-sm whitespace-nowrap text-ink-faint max-[900px]:hidden">
                {reviewSummary(review)}
              </span>
            )
          )
        }
      >
        {extension.header}
        <FinishedParts
          part={part}
          onChoose={(chosen) => {
            setJump(null);
            // Keeps the focus on the switch.
            setCameFrom(null);
            if (chosen !== part) show(chosen);
          }}
        />
      </SessionHeader>
      {part !== 'replay' && drafts.map((draft) => <UnsentDraft key={draft} draft={draft} />)}
      {part === 'replay' && <Replay state={state} points={points} during={extension.during} onRecalled={setRecalled} />}
      {part === 'conversation' && (
        <Transcript
          view={extension.view}
          isConnected
          marks={marks}
          goTo={jump ?? (elsewhere === null ? goTo : null)}
          lines={lines}
          onLoadOlder={loadOlder}
        />
      )}
      {part === 'review' && (
        <Page width="reading">
          <NextStep today={today} setIds={setIds} />
          <SessionReviewPanel
            sessionId={session}
            cameFrom={cameFrom}
            onQuote={(point) => {
              if (point.messageId === null) return;
              setJump(null);
              setCameFrom(point.pointId);
              show(point.messageId);
            }}
          />
        </Page>
      )}
      {extension.beside}
    </div>
  );
}

interface Shown {
  readonly part: FinishedPart;
  /** The message at which to open the conversation. */
  readonly messageId: string | null;
  /** A part, or a message of the conversation by id. */
  readonly show: (place: string) => void;
}

/** The visible part of a finished session, stored in the address for the Back button. */
function useFinishedPart(first: FinishedPart): Shown {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const show = useCallback((place: string) => void navigate({ to: '.', hash: place }), [navigate]);
  const part = PARTS.find((each) => each.part === hash)?.part;
  if (part !== undefined || hash === '') return { part: part ?? first, messageId: null, show };
  return { part: 'conversation', messageId: hash, show };
}

/** Text that was being written when the session ended elsewhere; it can be copied until it is removed. */
function UnsentDraft({ draft }: { readonly draft: string }) {
  const [text, setText] = useState(() => readMessageDraft(draft));
  if (text.trim() === '') return null;
  const remove = () => {
    keepMessageDraft(draft, '');
    setText('');
  };
  return (
    <section aria-label="Not sent" className="group flex-none border-b border-line bg-sunken px-4 py-2 wide:px-6">
      <div className="mx-auto flex max-w-[672px] flex-wrap items-center gap-x-2">
        <p className="mr-auto text-sm text-ink-soft">The session ended before this was sent. It is kept here.</p>
        <CopyButton text={text} />
        <Button look="quiet" onClick={remove}>
          Remove
        </Button>
        <p
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
          tabIndex={0}
          className="max-h-24 basis-full overflow-y-auto font-serif text-read leading-normal [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          {text}
        </p>
      </div>
    </section>
  );
}

type FinishedPart = 'review' | 'conversation' | 'replay';

interface FinishedPartsProps {
  readonly part: FinishedPart;
  readonly onChoose: (part: FinishedPart) => void;
}

function FinishedParts({ part, onChoose }: FinishedPartsProps) {
  return (
    <fieldset className="flex shrink-0 rounded-small border border-line-strong p-0.5">
      <legend className="sr-only">What is shown</legend>
      {PARTS.map(({ part: each, label }) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === part}
          onClick={() => onChoose(each)}
          className="min-h-[28px] rounded-[4px] px-2 text-sm text-ink-soft transition-colors duration-(--fast) hover:text-ink aria-pressed:bg-raised aria-pressed:font-[550] aria-pressed:text-ink wide:px-3"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
