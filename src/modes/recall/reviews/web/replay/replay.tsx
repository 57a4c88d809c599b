import { type ReactNode, useEffect, useMemo, useState } from 'react';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { ClientEvent, SessionState } from '#session/protocol.ts';
import type { SessionView } from '#session/web/client/live-client.ts';
import { mergedLines } from '#session/web/transcript/rows/rows.ts';
import { Transcript } from '#session/web/transcript/transcript.tsx';

import { cardLines } from '../../../asking/web/cards/card-lines.tsx';
import { useAskedImages } from '../../../asking/web/use-asked-images.tsx';
import { marksOf } from '../review/marks.ts';
import type { ReviewedPoint } from '../review/review-groups.ts';
import { begunAt, cameBy, comingAt, countUntil, sceneAt } from './moment.ts';
import { PlaybackBar } from './playback-bar.tsx';
import { type Timeline, timelineOf } from './timeline.ts';
import { usePlayback } from './use-playback.ts';

const PAGE = 500;

const WHEN = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const nothingOlder = () => Promise.resolve();

interface ReplayProps {
  readonly state: SessionState;
  /** The session's result; each point appears when it was recalled. */
  readonly points: readonly ReviewedPoint[];
  /** Shown above messages of a thread other than the trunk. */
  readonly during: (thread: string) => ReactNode;
  /** Called with the number of recalled points. Must be stable. */
  readonly onRecalled: (recalled: number) => void;
}

export function Replay({ state, points, during, onRecalled }: ReplayProps) {
  const { timeline, progress, problem, tryAgain } = useTimeline(state.session, state.head);
  if (problem !== null)
    return (
      <div className="px-4 wide:px-6">
        <ProblemNotice message={problem} onRetry={tryAgain} />
      </div>
    );
  if (timeline) return <Player {...{ state, points, during, onRecalled, timeline }} />;
  if (progress === 0 || progress === 1) return <QuietLoading />;
  return <p className="p-6 text-ink-faint tabular-nums">Reading the conversation, {Math.round(100 * progress)} %</p>;
}

function Player({ state, points, during, onRecalled, timeline }: ReplayProps & { readonly timeline: Timeline }) {
  const [isStepwise] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const playback = usePlayback(timeline, isStepwise);
  const { moment } = playback;
  const scene = useScene({ state, timeline, points }, { moment, isStepwise });
  const { coming, entries } = scene;
  const streaming = coming && { messageId: coming.message.id, text: cameBy(coming, moment) };
  const { recalled } = scene;
  useEffect(() => onRecalled(recalled), [onRecalled, recalled]);
  const last = entries.at(-1);
  const place = last ? `Message ${entries.length}, ${WHEN.format(last.message.at)}` : '';
  return (
    <>
      {during(scene.thread)}
      <Transcript
        key={scene.thread}
        view={{ ...scene.view, streaming }}
        isConnected
        marks={scene.marks}
        lines={scene.lines}
        onLoadOlder={nothingOlder}
      />
      <PlaybackBar {...{ playback, place }} length={timeline.length} isShortened={timeline.isShortened} />
    </>
  );
}

interface SceneSource {
  readonly state: SessionState;
  readonly timeline: Timeline;
  readonly points: readonly ReviewedPoint[];
}

/** Everything visible except the words of a streaming reply; recomputed only when it changes. */
function useScene({ state, timeline, points }: SceneSource, now: { moment: number; isStepwise: boolean }) {
  const { moment, isStepwise } = now;
  const key = sceneAt(timeline, moment);
  const images = useAskedImages(state);
  return useMemo(() => {
    const entries = begunAt(timeline, moment);
    const coming = isStepwise ? null : comingAt(entries, moment);
    const recalled = timeline.recalls.slice(
      0,
      countUntil(timeline.recalls, moment, ({ at }) => at),
    );
    const recalledIds = new Set(recalled.map(({ pointId }) => pointId));
    // An inner thread is shown while its messages are current.
    const thread = entries.at(-1)?.message.thread ?? TRUNK;
    const onThread = entries.filter(({ message }) => message.thread === thread);
    const messages = onThread.map(({ message }) =>
      message === coming?.message ? { ...message, content: '', status: 'streaming' as const } : message,
    );
    const view: SessionView = {
      isCurrent: true,
      state: { ...state, messages, messageCount: messages.length, turn: null, waiting: [] },
      streaming: null,
      pending: [],
      older: [],
      hasOlder: false,
      problem: null,
    };
    const cards = timeline.cards[countUntil(timeline.cards, moment, ({ at }) => at) - 1]?.cards ?? [];
    const shown = new Set(messages.map(({ seq }) => seq));
    const asked = images.filter(({ seq }) => shown.has(Math.floor(seq)));
    const lines = thread === TRUNK ? mergedLines(cardLines(cards), asked) : [];
    const marks = marksOf(points.filter(({ pointId }) => recalledIds.has(pointId)));
    return { entries, thread, coming, recalled: recalledIds.size, view, marks, lines };
    // oxlint-disable-next-line react/exhaustive-deps -- the moment matters only as far as the scene changes with it
  }, [key, state, timeline, points, images, isStepwise]);
}

function useTimeline(session: string, head: number) {
  const [timeline, setTimeline] = useState<Timeline | null>(null);
  const [progress, setProgress] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    const onProgress = (part: number) => !signal.aborted && setProgress(part);
    readLog({ session, head, onProgress, signal }).then(
      (events) => !signal.aborted && setTimeline(timelineOf(events)),
      (error: unknown) => !signal.aborted && setProblem(messageOf(error)),
    );
    return () => reading.abort();
  }, [session, head, tries]);
  const tryAgain = () => {
    setProblem(null);
    setTries(tries + 1);
  };
  return { timeline, progress, problem, tryAgain };
}

interface ReadLog {
  readonly session: string;
  /** The seq of the last event. */
  readonly head: number;
  /** 0 to 1, after each page. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** All events of a session, oldest first, read in pages from its end. */
async function readLog({ session, head, onProgress, signal }: ReadLog): Promise<readonly ClientEvent[]> {
  const pages: (readonly ClientEvent[])[] = [];
  let before = head + 1;
  for (let hasMore = true; hasMore && !signal.aborted;) {
    const page = await api<{ events: readonly ClientEvent[]; hasMore: boolean }>(
      'GET',
      `/api/sessions/${session}/events?before=${before}&limit=${PAGE}`,
    );
    pages.push(page.events);
    before = page.events[0]?.seq ?? 1;
    hasMore = page.hasMore && before > 1;
    onProgress((head + 1 - before) / head);
  }
  return pages.toReversed().flat();
}
