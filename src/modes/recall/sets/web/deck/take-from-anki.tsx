import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { SelectField } from '#elements/web/text-field.tsx';
import { api, download } from '#http-client/web/api.ts';

import type { AnkiDecks } from '../../protocol.ts';
import { ankiQuery } from '../queries.ts';

/** Imports a deck from a running Anki as a file, if the server has access to one. */
export function TakeFromAnki({ onTaken }: { readonly onTaken: (file: File) => void }) {
  const { data: isOffered = false } = useQuery(ankiQuery);
  const [chosen, setChosen] = useState('');
  const list = useMutation({
    mutationFn: async () => (await api<AnkiDecks>('GET', '/api/recall/anki/decks')).decks,
    onSuccess: ([first = '']) => setChosen(first),
  });
  const take = useMutation({
    mutationFn: async () => new File([await download('/api/recall/anki/take', { deck: chosen })], `${chosen}.apkg`),
    onSuccess: onTaken,
  });
  if (!isOffered) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      {list.data ? (
        <div className="flex w-full items-end gap-2">
          <div className="min-w-0 flex-1">
            <SelectField label="Deck in Anki" value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {list.data.map((deck) => (
                <option key={deck}>{deck}</option>
              ))}
            </SelectField>
          </div>
          <Button isBusy={take.isPending} disabled={chosen === ''} onClick={() => take.mutate()}>
            Take this deck
          </Button>
        </div>
      ) : (
        <Button isBusy={list.isPending} onClick={() => list.mutate()}>
          Take from Anki
        </Button>
      )}
      <FailureText error={take.error ?? list.error} />
    </div>
  );
}
