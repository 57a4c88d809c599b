import { Pause, Play, Square, Volume2 } from 'lucide-react';

import {
  canReadAloud,
  pauseReading,
  resumeReading,
  startReading,
  stopReading,
  useReading,
} from '../../voice/read-aloud.ts';
import { MessageButton } from './message-button.tsx';

/** Minimum length, in characters: about half a minute of listening. */
const LONG = 500;

/** Reads a long answer aloud. Renders nothing if the browser has no voice. */
export function ReadAloudButton({ messageId, text }: { readonly messageId: string; readonly text: string }) {
  const reading = useReading();
  if (text.length < LONG || !canReadAloud()) return null;
  if (reading?.messageId !== messageId)
    return <MessageButton label="Read aloud" icon={Volume2} onClick={() => startReading(messageId, text)} />;
  return (
    <>
      {reading.isPaused ? (
        <MessageButton label="Go on reading" icon={Play} isShown onClick={resumeReading} />
      ) : (
        <MessageButton label="Pause reading" icon={Pause} isShown onClick={pauseReading} />
      )}
      <MessageButton label="Stop reading" icon={Square} isShown onClick={stopReading} />
    </>
  );
}
