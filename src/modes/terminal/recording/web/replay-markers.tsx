import { useMemo } from 'react';

import type { LoadedRecording } from './fetch-recording.ts';
import { replayTime } from './replay-time.ts';
import type { Playback } from './use-playback.ts';

interface ReplayMarkersProps {
  readonly recording: LoadedRecording;
  readonly playback: Playback;
}

const MAX_SHOWN = 50;

/** Places that the recording marks, such as where output is missing. */
export function ReplayMarkers({ recording, playback: { timeline, goTo } }: ReplayMarkersProps) {
  // Once per part that arrives: a long recording has a million events, and a replay is rendered 60 times a second.
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
              <span className="text-ink-faint tabular-nums">{replayTime(at)}</span> {label}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
