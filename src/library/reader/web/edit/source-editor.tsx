import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { storedJson } from '#elements/web/page/stored.ts';
import { SelectField, TextArea, TextField } from '#elements/web/text-field.tsx';
import { api, ApiProblem, messageOf } from '#http-client/web/api.ts';

import type { SourceDetail } from '../../../sources/protocol.ts';
import { sourceQuery } from '../../../sources/web/queries.ts';
import { useLibraryChanged } from '../../../sources/web/use-library-changed.ts';
import type { SourceKind } from '../../../storage/protocol.ts';
import { KIND_NAMES } from '../../../storage/web/source-words.ts';
import { tagsIn } from '../../../storage/web/tags-field.tsx';

const storedDraft = (sourceId: string) => storedJson<SourceDraft>('localStorage', `warren-source-draft:${sourceId}`);

/** The server's limit. */
const MAX_TITLE_LENGTH = 300;

/** Edits a source. The draft survives a reload, and saving never overwrites a change made elsewhere. */
export function SourceEditor({ source, onDone }: { readonly source: SourceDetail; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const changed = useLibraryChanged();
  const [draft, setDraft] = useState<SourceDraft>(() => readDraft(source) ?? draftOf(source));
  const [kind, setKind] = useState<SourceKind>(source.kind);
  const write = (change: Partial<SourceDraft>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    storeDraft(source.id, differs(next, source) ? next : null);
  };
  const saving = useMutation({
    async mutationFn(version: number) {
      try {
        await api<SourceDetail>('PATCH', `/api/library/sources/${source.id}`, {
          version,
          title: draft.title,
          content: draft.content,
          kind,
          tags: tagsIn(draft.tags),
        });
      } catch (error) {
        if (!isConflict(error)) throw error;
        // The choice is offered together with the current text.
        throw new Conflict(await queries.fetchQuery({ ...sourceQuery(source.id), staleTime: 0 }));
      }
    },
    async onSuccess() {
      storeDraft(source.id, null);
      await changed(`Saved “${draft.title}”`);
      onDone();
    },
  });
  const theirs = saving.error instanceof Conflict ? saving.error.theirs : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(draft.version);
  };
  const discard = () => {
    storeDraft(source.id, null);
    onDone();
  };
  return (
    <form
      onSubmit={submit}
      aria-label={`Edit ${source.title}`}
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 scrolls px-4 pt-6 wide:px-8"
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
      {theirs ? (
        <EditConflict
          theirs={theirs.content}
          onBoth={() => write({ content: `${theirs.content}\n\n${draft.content}`, version: theirs.version })}
          onMine={() => {
            write({ version: theirs.version });
            saving.mutate(theirs.version);
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

/** The source was changed elsewhere since it was opened: `theirs` is its current state. */
class Conflict extends Error {
  readonly theirs: SourceDetail;

  constructor(theirs: SourceDetail) {
    super('The source was changed elsewhere.');
    this.theirs = theirs;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.detail.reason === 'changed-elsewhere';
}

interface EditConflictProps {
  /** The text as stored now. */
  readonly theirs: string;
  readonly onMine: () => void;
  readonly onBoth: () => void;
  readonly onResolved: () => void;
}

/** The source was changed elsewhere meanwhile. Shows both texts until the person decides. */
function EditConflict({ theirs, onMine, onBoth, onResolved }: EditConflictProps) {
  const [isShown, setShown] = useState(false);
  const both = () => {
    onBoth();
    onResolved();
  };
  return (
    <div role="alert" className="border-l-2 border-warn pl-4">
      <p>This source was changed in another tab or on another device. Your words are still here, unsaved.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={both}>Keep both texts</Button>
        <Button onClick={onMine}>Save mine over it</Button>
        <Button look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the other text' : 'Show the other text'}
        </Button>
      </div>
      {isShown && (
        <div
          dir="auto"
          className="say plain-shaping mt-3 max-h-[40dvh] overflow-y-auto rounded-small border border-line p-3 whitespace-pre-wrap"
        >
          {theirs}
        </div>
      )}
    </div>
  );
}

/** The person's unsaved text of a source, and the version that they started from. */
interface SourceDraft {
  readonly title: string;
  readonly content: string;
  readonly tags: string;
  readonly version: number;
}

export function draftOf({ title, content, tags, version }: SourceDetail): SourceDraft {
  return { title, content, tags: tags.join(', '), version };
}

/** The draft from before a reload or from a closed tab; null if it equals the source. */
export function readDraft(source: SourceDetail): SourceDraft | null {
  const draft = storedDraft(source.id).read();
  return draft && differs(draft, source) ? draft : null;
}

export function storeDraft(sourceId: string, draft: SourceDraft | null): void {
  storedDraft(sourceId).write(draft);
}

function differs(draft: SourceDraft, source: SourceDetail): boolean {
  const now = draftOf(source);
  return draft.title !== now.title || draft.content !== now.content || draft.tags !== now.tags;
}
