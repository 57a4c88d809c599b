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

/** Default limit for a new set. Sets made without this dialog have no limit. */
const NEW_PER_DAY = 15;
/** Storage key for text that was pasted for a set that does not exist yet. */
const NEW = 'new';

interface PasteDialogProps {
  readonly setId: string;
  /** The set does not exist yet: the dialog asks for a name and creates it. */
  readonly isNew?: boolean;
  readonly onClose: () => void;
}

/**
 * Adds several points at once: from lines, with a preview, or from a text for which the point writer proposes points.
 * Stores the pasted text and the edited proposals until they are added or discarded.
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
    // The dialog can be open on a page that does not show the set.
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

/** Creates a set from a name and points, one per line. */
export function NewSetDialog({ onClose }: { readonly onClose: () => void }) {
  // A stable id, so that a resend creates the set only once.
  const [id] = useState(newId);
  return <PasteDialog setId={id} isNew onClose={onClose} />;
}
