import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { SelectField, TextArea, TextField } from '#elements/web/text-field.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, ApiProblem, messageOf } from '#http-client/web/api.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import type { SourceDetail } from '../../../sources/protocol.ts';
import { sourceQuery } from '../../../sources/web/queries.ts';
import type { SourceKind } from '../../../storage/protocol.ts';
import { KIND_NAMES } from '../../../storage/web/kind-names.ts';
import { LIBRARY_KEY } from '../../../storage/web/library-key.ts';
import { tagsIn } from '../../../storage/web/tags-in.ts';
import { EditConflict } from './edit-conflict.tsx';
import { differs, draftOf, keepDraft, readDraft, type SourceDraft } from './source-draft.ts';

/** The server's limit. */
const MAX_TITLE_LENGTH = 300;

interface SourceEditorProps {
  readonly source: SourceDetail;
  readonly onDone: () => void;
}

/** Changes a source. What is written survives a reload, and a change made elsewhere never overwrites it. */
export function SourceEditor({ source, onDone }: SourceEditorProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const [draft, setDraft] = useState<SourceDraft>(() => readDraft(source) ?? draftOf(source));
  const [kind, setKind] = useState<SourceKind>(source.kind);
  const write = (change: Partial<SourceDraft>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    keepDraft(source.id, differs(next, source) ? next : null);
  };
  const saving = useMutation({
    mutationFn: (version: number) =>
      api<SourceDetail>('PATCH', `/api/library/sources/${source.id}`, {
        version,
        title: draft.title,
        content: draft.content,
        kind,
        tags: [...tagsIn(draft.tags)],
      }),
    async onSuccess() {
      keepDraft(source.id, null);
      await queries.invalidateQueries({ queryKey: [LIBRARY_KEY] });
      toast({ text: `Saved “${draft.title}”`, undo: () => undo() });
      onDone();
    },
    onError(error) {
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: sourceQuery(source.id).queryKey });
    },
  });
  const hasChanged = saving.error !== null && isConflict(saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(draft.version);
  };
  const discard = () => {
    keepDraft(source.id, null);
    onDone();
  };
  return (
    <form
      onSubmit={submit}
      aria-label={`Edit ${source.title}`}
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-6 wide:px-8"
    >
      <TextField
        label="Title"
        value={draft.title}
        maxLength={MAX_TITLE_LENGTH}
        onChange={(event) => write({ title: event.target.value })}
      />
      <TextArea
        label="Text"
        rows={12}
        className="max-h-none"
        value={draft.content}
        onChange={(event) => write({ content: event.target.value })}
      />
      <div className="grid gap-4 wide:grid-cols-2">
        <SelectField label="Kind" value={kind} onChange={(event) => setKind(event.target.value as SourceKind)}>
          {Object.entries(KIND_NAMES).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Tags"
          help="Separated by commas."
          value={draft.tags}
          onChange={(event) => write({ tags: event.target.value })}
        />
      </div>
      {hasChanged ? (
        <EditConflict
          theirs={source.content}
          onBoth={() => write({ content: `${source.content}\n\n${draft.content}`, version: source.version })}
          onMine={() => {
            write({ version: source.version });
            saving.mutate(source.version);
          }}
          onResolved={() => saving.reset()}
        />
      ) : (
        saving.error && (
          <p role="alert" className="text-sm text-bad">
            {messageOf(saving.error)}
          </p>
        )
      )}
      <div className="sticky bottom-0 -mx-4 mt-auto flex justify-end gap-2 border-t border-line bg-paper px-4 py-3 wide:-mx-8 wide:px-8">
        <Button look="quiet" onClick={discard}>
          {differs(draft, source) ? 'Discard changes' : 'Cancel'}
        </Button>
        <Button type="submit" look="primary" isBusy={saving.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.detail.reason === 'changed-elsewhere';
}
