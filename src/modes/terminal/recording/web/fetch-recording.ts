import { messageOf } from '#http-client/web/api.ts';

import type { RecordingEvent, RecordingHeader } from '../domain/asciicast.ts';
import { RecordingReader } from '../domain/recording-reader.ts';

/** A recording that may not be loaded completely. */
export interface LoadedRecording {
  readonly header: RecordingHeader | undefined;
  /** The same list in each report; it grows. */
  readonly events: readonly RecordingEvent[];
  readonly isComplete: boolean;
}

interface Fetching {
  readonly signal: AbortSignal;
  readonly onPart: (recording: LoadedRecording) => void;
}

const UNREADABLE = 'This recording cannot be read. Download it to look at the file.';
const CUT_OFF = 'The recording did not arrive as a whole. Check that Warren is running, then try again.';

/** Fetches a recording and reports each part. Rejects with a message for the person. */
export async function fetchRecording(url: string, { signal, onPart }: Fetching): Promise<void> {
  const response = await fetch(url, { credentials: 'same-origin', signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error('Warren cannot be reached. Check that it is running, then try again.', { cause: error });
  });
  if (!response.ok || !response.body) throw new Error(await reasonOf(response));
  const reader = new RecordingReader();
  const events: RecordingEvent[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const report = (isComplete: boolean) => onPart({ header: reader.header, events, isComplete });
  const add = (more: readonly RecordingEvent[]) => {
    for (const event of more) events.push(event);
  };
  const stream = response.body.getReader();
  for (;;) {
    const { done, value } = await stream.read().catch((error: unknown) => {
      signal.throwIfAborted();
      throw new Error(CUT_OFF, { cause: error });
    });
    if (done) break;
    add(reader.push(decoder.decode(value, { stream: true })));
    if (reader.header) report(false);
  }
  add(reader.push(decoder.decode()));
  add(reader.end());
  if (!reader.header) throw new Error(UNREADABLE);
  report(true);
}

async function reasonOf(response: Response): Promise<string> {
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer === 'object' && answer !== null && 'message' in answer) return messageOf(answer);
  return response.status === 404
    ? 'This recording is gone. It may have been deleted.'
    : `Warren answered with status ${response.status} and no reason. Try again.`;
}
