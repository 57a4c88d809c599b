import { useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { api } from '#http-client/web/api.ts';

import type { FindingsKept } from '../../protocol.ts';
import { PasteForm } from './paste-form.tsx';
import { storedPaste, storedWritten, type WrittenDraft, WrittenForm } from './written-form.tsx';

/**
 * Adds several points at once: from lines, as the preview shows them, or proposed by the point writer from a text. What
 * was pasted and changed is kept until it is added or discarded.
 */
export function PasteDialog({ setId, onClose }: { readonly setId: string; readonly onClose: () => void }) {
  const [text, setText] = useState(() => storedPaste(setId).read() ?? '');
  const [written, setWritten] = useState(() => storedWritten(setId).read());
  const write = (next: string) => {
    setText(next);
    storedPaste(setId).write(next === '' ? null : next);
  };
  const propose = (next: WrittenDraft | null) => {
    setWritten(next);
    storedWritten(setId).write(next);
  };
  const finish = () => {
    storedPaste(setId).write(null);
    storedWritten(setId).write(null);
    onClose();
  };
  return (
    <Dialog
      title={written ? 'Points from this text' : 'Paste points'}
      description={
        written
          ? 'Change them as you like, and drop what you do not need.'
          : 'One point a line, a table, questions and answers, or cards from Anki. Headings become context.'
      }
      mayClose={text.trim() === '' && written === null}
      onClose={onClose}
    >
      {written ? (
        <WrittenForm
          setId={setId}
          draft={written}
          from="text"
          by={`Written by ${written.isEmbedded ? 'what is built in' : written.by}.`}
          add={(id, points) =>
            api<FindingsKept>('POST', `/api/recall/sets/${setId}/findings`, {
              id,
              points: points.map(({ text: point, question, context }) => ({ text: point, question, context })),
            })
          }
          back="Back to the text"
          onChange={propose}
          onDone={finish}
        />
      ) : (
        <PasteForm setId={setId} text={text} onWrite={write} onPropose={propose} onDone={finish} />
      )}
    </Dialog>
  );
}
