import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { SelectField, TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { SetSummary, WrittenPoints } from '../../protocol.ts';
import { setsQuery } from '../queries.ts';
import { forgetCounts } from '../set-cache.ts';
import type { SourceDraft } from './source-draft.ts';

const NEW = 'new';
const MAX_NAME_LENGTH = 200;

interface ChooseSetProps {
  readonly sourceId: string;
  readonly title: string;
  readonly onPropose: (draft: SourceDraft) => void;
  readonly onClose: () => void;
}

/** Which set the points are for: one that there is, or a new one with the name of the source. */
export function ChooseSet({ sourceId, title, onPropose, onClose }: ChooseSetProps) {
  const queries = useQueryClient();
  const { data: sets } = useQuery(setsQuery);
  const own = sets?.filter(({ isSample, status }) => !isSample && status !== 'archived') ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const setId = chosen ?? own[0]?.id ?? NEW;
  // One set, however often the request is sent.
  const [freshId] = useState(newId);
  const { mutate, isPending, error } = useMutation({
    async mutationFn(name: string): Promise<SourceDraft> {
      const isNew = setId === NEW;
      const set = isNew
        ? await api<SetSummary>('POST', '/api/recall/sets', { id: freshId, title: name })
        : { id: setId, title: own.find(({ id }) => id === setId)?.title ?? '' };
      if (isNew) forgetCounts(queries);
      const { points, ...written } = await api<WrittenPoints>('POST', `/api/recall/sets/${set.id}/write-points`, {
        sourceId,
      });
      const findings = points.map((point) => ({ ...point, isKept: true }));
      return { ...written, setId: set.id, setTitle: set.title, findings };
    },
    onSuccess: onPropose,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending && sets) mutate(formText(event.currentTarget, 'name'));
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
      <SelectField label="Set" value={setId} onChange={(event) => setChosen(event.target.value)}>
        {own.map((set) => (
          <option key={set.id} value={set.id}>
            {set.title}
          </option>
        ))}
        <option value={NEW}>A new set</option>
      </SelectField>
      {setId === NEW && (
        <TextField
          label="Name"
          name="name"
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          defaultValue={title.slice(0, MAX_NAME_LENGTH)}
        />
      )}
      {error && (
        <p role="alert" className="text-sm text-bad">
          {messageOf(error)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="primary" isBusy={isPending} disabled={!sets}>
          {isPending ? 'Reading the source' : 'Propose points'}
        </Button>
      </div>
    </form>
  );
}
