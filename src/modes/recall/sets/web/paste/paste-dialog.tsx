import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { api } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { FindingsKept } from '../../protocol.ts';
import { forgetCounts } from '../set-cache.ts';
import { PasteForm } from './paste-form.tsx';
import { storedPaste, storedWritten, type WrittenDraft, WrittenForm } from './written-form.tsx';

/** Offered for a new set; one made without the dialog has no limit. */
const NEW_PER_DAY = 15;
/** Where what was pasted for a set that is not made yet is kept. */
const NEW = 'new';

interface PasteDialogProps {
  readonly setId: string;
  /** The set is made first, and has to be named. */
  readonly isNew?: boolean;
  readonly onClose: () => void;
}

/**
 * Adds several points at once: from lines, as the preview shows them, or proposed by the point writer from a text. What
 * was pasted and changed is kept until it is added or discarded.
 */
export function PasteDialog({ setId, isNew = false, onClose }: PasteDialogProps) {
  const place = isNew ? NEW : setId;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [text, setText] = useState(() => storedPaste(place).read() ?? '');
  const [written, setWritten] = useState(() => (isNew ? null : storedWritten(setId).read()));
  const [title, setTitle] = useState('');
  const [isMade, setMade] = useState(false);
  const write = (next: string) => {
    setText(next);
    storedPaste(place).write(next === '' ? null : next);
  };
  const make = async () => {
    await api('POST', '/api/recall/sets', { id: setId, title, newPerDay: NEW_PER_DAY });
    setMade(true);
    forgetCounts(queries);
  };
  const propose = (next: WrittenDraft | null) => {
    setWritten(next);
    storedWritten(setId).write(next);
  };
  const close = () => {
    onClose();
    if (isMade) void toSet();
  };
  const toSet = () => navigate({ to: '/recall/$setId', params: { setId } });
  const finish = async (hasAdded = true) => {
    storedPaste(place).write(null);
    storedWritten(setId).write(null);
    // It may have been opened on a page that stays.
    if (isNew && hasAdded) await toSet();
    onClose();
  };
  return (
    <Dialog
      title={written ? 'Points from this text' : isNew ? 'New set' : 'Paste points'}
      description={
        written
          ? 'Change them as you like, and drop what you do not need.'
          : 'One point a line, a table, questions and answers, or cards from Anki. Headings become context.'
      }
      mayClose={text.trim() === '' && title.trim() === '' && written === null}
      onClose={close}
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
          onDone={() => void finish()}
        />
      ) : (
        <PasteForm
          setId={setId}
          text={text}
          {...(isNew && { naming: { title, onName: setTitle, make } })}
          onWrite={write}
          onPropose={propose}
          onDone={(hasAdded) => void finish(hasAdded || isMade)}
        />
      )}
    </Dialog>
  );
}

/** Makes a set of a name and points, one a line. */
export function NewSetDialog({ onClose }: { readonly onClose: () => void }) {
  // One set, however often the request is sent.
  const [id] = useState(newId);
  return <PasteDialog setId={id} isNew onClose={onClose} />;
}
