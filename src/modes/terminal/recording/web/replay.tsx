import { Download, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { clockTime } from '#elements/web/text/figures.ts';
import { messageOf } from '#http-client/web/api.ts';

import type { ScreenSize } from '../domain/asciicast.ts';
import { eventsUntil } from '../domain/replay-timeline.ts';
import { fetchRecording, type LoadedRecording } from './fetch-recording.ts';
import { ReplayBar } from './replay-bar.tsx';
import { ReplayPainter } from './replay-painter.ts';
import type { OpenScreen } from './replay-screen.ts';
import { type Playback, usePlayback } from './use-playback.ts';

/** Minimum time between two updates of the view. Parts that arrive sooner are shown with the next one. */
const MIN_BETWEEN_MS = 200;

const MAX_SHOWN = 50;

export interface ReplayProps {
  /** The address of the recording, as an asciicast. */
  readonly url: string;
  readonly title: string;
  readonly fileName: string;
  /** Asks for confirmation and deletes the recording. If undefined, there is no Delete button. */
  readonly onDelete?: () => void;
  /** The recorded time to start at; the end if undefined or null. */
  readonly startMs?: number | null;
  readonly openScreen?: OpenScreen;
}

const openXterm: OpenScreen = async (element, size) =>
  (await import('./xterm-screen.ts')).openXtermScreen(element, size);

export function Replay({ url, title, fileName, onDelete, startMs = null, openScreen = openXterm }: ReplayProps) {
  const { recording, problem, retry } = useRecording(url);
  return (
    <section aria-label={`Recording of ${title}`}>
      {recording?.header ? (
        <Player key={url} recording={recording} size={recording.header} startMs={startMs} openScreen={openScreen} />
      ) : (
        !problem && <QuietLoading />
      )}
      {problem && <ProblemNotice message={problem} onRetry={retry} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          href={url}
          download={fileName}
          className="inline-flex min-h-[34px] items-center gap-2 rounded-small border border-line-strong bg-surface px-3 py-1.5 text-sm font-medium hover:bg-raised"
        >
          <Icon of={Download} /> Download
        </a>
        {onDelete && (
          <Button look="quiet" onClick={onDelete}>
            <Icon of={Trash2} /> Delete recording
          </Button>
        )}
      </div>
    </section>
  );
}

interface PlayerProps {
  readonly recording: LoadedRecording;
  readonly size: ScreenSize;
  readonly startMs: number | null;
  readonly openScreen: OpenScreen;
}

function Player({ recording, size, startMs, openScreen }: PlayerProps) {
  const { element, painter, hasFailed } = usePainter({ recording, size, openScreen });
  const playback = usePlayback({
    recording,
    startMs,
    isBehind: useCallback(() => painter?.isBehind ?? true, [painter]),
  });
  const count = eventsUntil(playback.timeline, playback.positionMs);
  useEffect(() => painter?.show(count), [painter, count]);
  return (
    <>
      {hasFailed && <ProblemNotice message="The replay could not be fetched. Reload the page to try again." />}
      <section
        aria-label="Screen"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide screen scrolls, with keys too
        tabIndex={0}
        className="overflow-x-auto overflow-y-hidden rounded-medium border border-line bg-[#131416] p-3"
      >
        <div ref={element} className="min-h-[240px] min-w-0" />
      </section>
      {/* Stays visible below a screen that is higher than the window. */}
      <div className="sticky bottom-0 z-10 mt-1 bg-paper py-2">
        <ReplayBar playback={playback} isLoading={!recording.isComplete} />
      </div>
      <ReplayMarkers recording={recording} playback={playback} />
      {recording.isComplete && recording.events.length === 0 && (
        <p className="mt-2 text-sm text-ink-soft">Nothing was shown in this session.</p>
      )}
    </>
  );
}

function usePainter({ recording: { events }, size: { columns, rows }, openScreen }: Omit<PlayerProps, 'startMs'>) {
  const element = useRef<HTMLDivElement>(null);
  const [painter, setPainter] = useState<ReplayPainter | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    let isGone = false;
    let opened: ReplayPainter | undefined;
    openScreen(element.current, { columns, rows }).then(
      (screen) => {
        opened = new ReplayPainter(screen, events, { columns, rows });
        if (isGone) opened.dispose();
        else setPainter(opened);
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      opened?.dispose();
      setPainter(null);
    };
  }, [events, columns, rows, openScreen]);
  return { element, painter, hasFailed };
}

interface ReplayMarkersProps {
  readonly recording: LoadedRecording;
  readonly playback: Playback;
}

/** Places marked in the recording, for example where output is missing. */
function ReplayMarkers({ recording, playback: { timeline, goTo } }: ReplayMarkersProps) {
  // Computed once per loaded part: a recording can have a million events, and a replay renders 60 times a second.
  const markers = useMemo(
    () =>
      recording.events.flatMap((event, index) =>
        event.kind === 'marker' && event.label !== '' ? [{ label: event.label, index }] : [],
      ),
    [recording],
  );
  if (markers.length === 0) return null;
  return (
    <ul aria-label="Marked places" className="mt-2 text-sm text-ink-soft">
      {markers.slice(0, MAX_SHOWN).map(({ label, index }) => {
        const at = timeline.shownAt[index] ?? 0;
        return (
          <li key={index}>
            <button
              type="button"
              onClick={() => goTo(at)}
              className="inline-flex min-h-6 gap-2 rounded-small px-1 text-left hover:bg-raised hover:text-ink"
            >
              <span className="text-ink-faint tabular-nums">{clockTime(at)}</span> {label}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface UsedRecording {
  readonly recording: LoadedRecording | null;
  /** The reason why the recording is not complete, for the person. */
  readonly problem: string | null;
  readonly retry: () => void;
}

interface Loaded {
  /** Identifies the fetch that it belongs to. */
  readonly from: string;
  readonly recording: LoadedRecording | null;
  readonly problem: string | null;
}

function useRecording(url: string): UsedRecording {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const from = `${attempt} ${url}`;
  useEffect(() => {
    const abort = new AbortController();
    let latest: LoadedRecording | null = null;
    let shownAt = -Infinity;
    const onPart = (part: LoadedRecording) => {
      latest = part;
      const now = performance.now();
      if (abort.signal.aborted || (!part.isComplete && now - shownAt < MIN_BETWEEN_MS)) return;
      shownAt = now;
      setLoaded({ from, recording: part, problem: null });
    };
    fetchRecording(url, { signal: abort.signal, onPart }).catch((error: unknown) => {
      if (!abort.signal.aborted) setLoaded({ from, recording: latest, problem: messageOf(error) });
    });
    return () => abort.abort();
  }, [url, from]);
  const { recording = null, problem = null } = loaded?.from === from ? loaded : {};
  return { recording, problem, retry: useCallback(() => setAttempt((before) => before + 1), []) };
}
