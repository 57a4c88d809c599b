import { ArrowDown } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Caret } from '#elements/web/text/markdown.tsx';
import { TOAST_ROOM } from '#elements/web/toast.tsx';

import type { Message } from '../../protocol.ts';
import type { WaitReason, SessionView } from '../client/live-client.ts';
import { stopReading } from '../voice/read-aloud.ts';
import { Announcer } from './announcer.tsx';
import { moveAmongMessages } from './move-among-messages.ts';
import { TranscriptSessionContext } from './rows/message-buttons.tsx';
import type { MessageMarks } from './rows/message-marks.ts';
import type { InlineParts, RenderNotice, RenderPart } from './rows/message-parts.tsx';
import { MessageRow, NewAgent } from './rows/message-row.tsx';
import { PendingRow } from './rows/pending-row.tsx';
import { type Onward, onwardOf, type Row, rowsOf, type TranscriptLine } from './rows/rows.ts';
import { WaitNotice } from './rows/wait-notice.tsx';
import { type GoTo, useGoTo } from './use-go-to.ts';
import { type PlaceKeeping, usePlaceKept, usePlaceToBegin } from './use-kept-place.ts';
import { useOlder } from './use-older.ts';
import { useSeenOnceStill } from './use-seen-once-still.ts';
import { useStayAtEnd } from './use-stay-at-end.ts';

export interface TranscriptProps extends PlaceKeeping {
  readonly view: SessionView;
  readonly isConnected: boolean;
  readonly onRetry?: () => void;
  /** Continues a reply that its token limit cut. */
  readonly onContinue?: () => void;
  /** Absent where the transcript is read-only. */
  readonly onEditAgain?: (messageId: string, isRequest: boolean) => void;
  readonly onLoadOlder: () => Promise<void>;
  /**
   * Called when a pressed button is removed. Moves the focus, or returns false: then the transcript takes the focus.
   */
  readonly onButtonGone?: () => boolean;
  /** Shown below the last message. */
  readonly end?: ReactNode;
  readonly marks?: ReadonlyMap<string, MessageMarks>;
  /** Renders the parts of messages; absent where the mode has none. */
  readonly renderPart?: RenderPart | undefined;
  /** Renders the mode's own notices; absent where it has none. */
  readonly renderNotice?: RenderNotice | undefined;
  /** Parts inside the words of messages; absent where the mode has none. */
  readonly inlineParts?: InlineParts | undefined;
  /** The subject of a message of the person, shown above it. Pass the same element in every render. */
  readonly aboutOf?: (message: Message) => ReactNode;
  /** A few words under a reply. An empty string keeps room for them; null keeps none. */
  readonly asideOf?: (message: Message) => ReactNode;
  /** Shown at the left of a message of the person. Pass the same element in every render. */
  readonly besideOf?: (messageId: string) => ReactNode;
  readonly answering?: string | undefined;
  /** A message or a line to scroll to. */
  readonly goTo?: GoTo | null;
  readonly lines?: readonly TranscriptLine[];
  /** Accessible name, where there is more than one conversation on the page. */
  readonly label?: string;
}

/** Space above the first message, for the state of loading older ones. */
const TOP_PX = 56;
/** Older messages are loaded at this distance from the top. */
const FETCH_WITHIN_PX = 800;
const BUFFER_PX = 600;

/**
 * The messages of every mode. Only rows near the screen are rendered, and only the last one again while text streams.
 */
export function Transcript({
  view,
  isConnected,
  onRetry,
  onContinue,
  onEditAgain,
  onLoadOlder,
  onButtonGone,
  end,
  marks,
  renderPart,
  renderNotice,
  inlineParts,
  aboutOf,
  asideOf,
  besideOf,
  answering,
  goTo = null,
  lines,
  label = 'Conversation',
  place,
  onGone,
}: TranscriptProps) {
  const { state, older, pending, hasOlder, streaming } = view;
  const [session, mode] = [state?.session, state?.mode];
  const shownSession = useMemo(
    () => (session === undefined || mode === undefined ? null : { session, mode }),
    [session, mode],
  );
  const rows = useMemo(
    () => rowsOf({ state, older, pending, hasOlder, answering, lines }),
    [state, older, pending, hasOlder, answering, lines],
  );
  const onward = onwardOf(view);
  const readingWait = view.preparing?.messageId === state?.turn?.messageId ? view.preparing?.wait : undefined;
  const lastId = rows.findLast(({ kind }) => kind === 'message' || kind === 'pending')?.id;
  const virtualizer = useRef<VirtualizerHandle>(null);
  const begins = usePlaceToBegin(place, rows);
  const { scroller, content, isAway, toEnd, letGo } = useStayAtEnd(begins?.scrollTop);
  useSeenOnceStill(content, begins !== null);
  usePlaceKept(onGone, { rows, virtualizer, scroller });
  useGoTo({ goTo, rows, virtualizer, scroller, letGo });
  const giveFocus = useCallback(() => {
    if (!onButtonGone?.()) scroller.current?.focus({ preventScroll: true });
  }, [onButtonGone, scroller]);
  const goOn = useCallback(
    (by: Onward['by']) => {
      if (by === 'continue') onContinue?.();
      else onRetry?.();
      giveFocus();
    },
    [onRetry, onContinue, giveFocus],
  );
  // Stops reading aloud when the person leaves the session.
  useEffect(() => stopReading, [shownSession?.session]);
  const isShifted = useIsShifted(rows);
  const earlier = useOlder(hasOlder, onLoadOlder);

  const pendingCount = pending.length;
  const seenPending = useRef(pendingCount);
  useLayoutEffect(() => {
    if (pendingCount > seenPending.current) toEnd();
    seenPending.current = pendingCount;
  }, [pendingCount, toEnd]);

  return (
    <div className="relative min-h-0 flex-1">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows are reached by arrow keys */}
      <div
        ref={scroller}
        role="log"
        aria-label={label}
        aria-live="off"
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={moveAmongMessages}
        className="absolute inset-0 flex flex-col scrolls-centred [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={content} className="steady mt-auto">
          <div
            style={{ height: TOP_PX }}
            className="mx-auto flex max-w-[720px] items-center px-4 text-sm text-ink-faint wide:px-6"
          >
            {earlier.status === 'loading' && 'Loading earlier messages'}
            {earlier.status === 'failed' && (
              <Button onClick={earlier.load}>Earlier messages could not be loaded. Try again</Button>
            )}
          </div>
          <TranscriptSessionContext value={shownSession}>
            <Virtualizer
              ref={virtualizer}
              data={rows}
              scrollRef={scroller}
              startMargin={TOP_PX}
              bufferSize={BUFFER_PX}
              shift={isShifted}
              {...(begins && { cache: begins.cache })}
              onScroll={(offset) => offset < FETCH_WITHIN_PX && earlier.status === 'idle' && earlier.load()}
            >
              {(row) => {
                if (row.kind === 'awaiting')
                  return <AwaitingRow key={row.id} newAgent={row.newAgent} wait={readingWait} />;
                if (row.kind === 'pending')
                  return (
                    <PendingRow
                      key={row.id}
                      pending={row.pending}
                      isConnected={isConnected}
                      {...(onEditAgain && { onEditAgain })}
                    />
                  );
                if (row.kind === 'line') return <LineRow key={row.id} line={row.line} />;
                return (
                  <MessageRow
                    key={row.id}
                    message={row.message}
                    day={row.day}
                    isLast={row.id === lastId}
                    streamingText={streaming?.messageId === row.id ? row.message.content + streaming.text : null}
                    streamingParts={streaming?.messageId === row.id ? streaming.parts : undefined}
                    renderPart={renderPart}
                    renderNotice={renderNotice}
                    inlineParts={inlineParts}
                    wait={(streaming?.messageId === row.id && streaming.wait) || null}
                    onward={onward?.messageId === row.id ? onward.by : null}
                    onOnward={goOn}
                    newAgent={row.newAgent}
                    isContinued={row.isContinued}
                    shares={row.shares}
                    aside={asideOf?.(row.message) ?? null}
                    about={aboutOf?.(row.message)}
                    beside={besideOf?.(row.id)}
                    marks={marks?.get(row.id)}
                  />
                );
              }}
            </Virtualizer>
          </TranscriptSessionContext>
          {end}
          <div className={TOAST_ROOM} />
        </div>
      </div>
      {isAway && (
        <div data-jump className="absolute inset-x-0 bottom-2 flex justify-center">
          <Button
            className="appear shadow-float"
            onClick={() => {
              toEnd();
              giveFocus();
            }}
          >
            <Icon of={ArrowDown} />
            Jump to latest
          </Button>
        </div>
      )}
      <Announcer messages={state?.messages ?? []} />
    </div>
  );
}

function LineRow({ line }: { readonly line: TranscriptLine }) {
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 wide:px-6">
      <div data-line-id={line.id} tabIndex={-1} className="rounded-small pt-2 pb-6 -outline-offset-2">
        {line.content}
      </div>
    </div>
  );
}

function AwaitingRow({ newAgent, wait }: { readonly newAgent: string | null; readonly wait: WaitReason | undefined }) {
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 wide:px-6">
      {newAgent !== null && <NewAgent name={newAgent} />}
      <div className="say pb-6">
        <p>
          <Caret />
          <span className="sr-only">An answer is being prepared.</span>
        </p>
      </div>
      {wait && <WaitNotice wait={wait} />}
    </div>
  );
}

/** Whether rows were added or removed at the start: then the scroll position is measured from the end. */
function useIsShifted(rows: readonly Row[]): boolean {
  const [seen, setSeen] = useState({ rows, isShifted: false });
  if (seen.rows === rows) return seen.isShifted;
  const before = seen.rows[0]?.id;
  const isShifted = before !== undefined && before !== rows[0]?.id;
  setSeen({ rows, isShifted });
  return isShifted;
}
