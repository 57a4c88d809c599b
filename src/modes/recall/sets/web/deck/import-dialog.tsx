import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { upload } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import type { DeckChoices, DeckImported, DeckPreview } from '../../protocol.ts';
import { setQuery } from '../queries.ts';
import { forgetCounts } from '../set-cache.ts';
import { ColumnChoices } from './column-choices.tsx';
import { DeckPoints } from './deck-points.tsx';

const KINDS: Readonly<Record<DeckPreview['kind'], string>> = {
  anki: 'Notes from Anki',
  table: 'A table',
  json: 'JSON',
  lines: 'Text or Markdown',
};

interface ImportDialogProps {
  readonly file?: File | undefined;
  readonly title?: string;
  readonly onClose: () => void;
}

/** Shows what a file of cards would add, and adds it. */
export function ImportDialog({ file: given, title: into, onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState(() => (given ? { id: newId(), file: given } : null));
  const [choices, setChoices] = useState<DeckChoices>({});
  const [title, setTitle] = useState(into);
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    setChosen({ id: newId(), file });
    setChoices({});
    setTitle(into);
  };
  const parameters = chosen === null ? '' : parametersOf({ name: chosen.file.name, title, choices });
  const preview = useQuery({
    queryKey: ['deck-preview', chosen?.id, parameters],
    queryFn: ({ signal }) =>
      upload<DeckPreview>(`/api/recall/decks/preview?${parameters}`, chosen?.file ?? new Blob(), signal),
    enabled: chosen !== null,
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const adding = useImport(onClose);
  const read = preview.error || chosen === null ? undefined : preview.data;
  const points = read?.sets.reduce((sum, set) => sum + set.points, 0) ?? 0;
  return (
    <Dialog
      title="Import cards"
      description="Notes from Anki as plain text, CSV, a list from Quizlet, Markdown, or JSON from Warren."
      isWide={read?.table !== undefined && read.table !== null}
      onClose={onClose}
    >
      <div
        className="mt-4 flex flex-col gap-4"
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer.files[0]);
        }}
      >
        {chosen === null && (
          <p className="text-sm text-ink-faint">Nothing is added before you have seen what the file holds.</p>
        )}
        {chosen && (
          <output className="block [overflow-wrap:anywhere]">
            <bdi className="font-medium">{chosen.file.name}</bdi>
            {read && <span className="block text-sm text-ink-soft">{summaryOf(read, points)}</span>}
            {!read && !preview.error && <span className="block text-sm text-ink-faint">Reading the file.</span>}
            {read?.notes.map((note) => (
              <span key={note} className="mt-2 block border-l-2 border-warn pl-4 text-sm text-ink-soft">
                {note}
              </span>
            ))}
          </output>
        )}
        <FailureText error={preview.error} />
        {chosen && read && (
          <>
            <ColumnChoices preview={read} choices={choices} onChange={setChoices} />
            <SetsOfFile key={chosen.id} preview={read} title={title} onName={setTitle} />
            <DeckPoints preview={read} points={points} />
          </>
        )}
        <FailureText error={adding.error} />
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-5 py-3">
          <input
            ref={input}
            type="file"
            accept=".txt,.csv,.tsv,.md,.markdown,.json,text/*,application/json"
            hidden
            aria-label="A file of cards"
            onChange={(event) => {
              choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Button look={chosen ? 'quiet' : 'primary'} onClick={() => input.current?.click()}>
            {chosen ? 'Another file' : 'Choose a file'}
          </Button>
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
            {chosen && (
              <Button
                look="primary"
                isBusy={adding.isPending}
                disabled={points === 0 || preview.isPlaceholderData}
                onClick={(event) => event.detail <= 1 && adding.mutate({ file: chosen.file, parameters })}
              >
                {points === 0 ? 'Import' : `Import ${count(points, 'point')}`}
              </Button>
            )}
          </span>
        </div>
      </div>
    </Dialog>
  );
}

/** Imports a file, reports the result, and opens it. */
function useImport(onClose: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const notify = useNotifyUndoable();
  return useMutation({
    mutationFn: ({ file, parameters }: { file: File; parameters: string }) =>
      upload<DeckImported>(`/api/recall/decks?${parameters}`, file),
    async onSuccess({ added, known, sets }) {
      const there = known === 0 ? '' : ` ${count(known, 'other')} ${known === 1 ? 'was' : 'were'} there already.`;
      forgetCounts(queries);
      await Promise.all(sets.map(({ id }) => queries.invalidateQueries({ queryKey: setQuery(id).queryKey })));
      onClose();
      const [first] = sets;
      if (first && sets.length === 1) await navigate({ to: '/recall/$setId', params: { setId: first.id } });
      else await navigate({ to: '/recall' });
      const text = `Imported ${count(added, 'point')}.${there}`;
      if (added === 0) toast({ text });
      else await notify({ text });
    },
  });
}

function parametersOf(of: { name: string; title: string | undefined; choices: DeckChoices }): string {
  const { separator, hasHeader, columns } = of.choices;
  return new URLSearchParams({
    name: of.name,
    ...(of.title !== undefined && { title: of.title }),
    ...(separator !== undefined && { separator }),
    ...(hasHeader !== undefined && { hasHeader: String(hasHeader) }),
    ...(columns !== undefined && { columns: columns.join(',') }),
  }).toString();
}

function summaryOf({ kind, sets, leftCount }: DeckPreview, points: number): string {
  const known = sets.reduce((sum, set) => sum + set.known, 0);
  const parts = [KINDS[kind], count(sets.length, 'set'), count(points, 'new point')];
  if (known > 0) parts.push(`${known} already there`);
  if (leftCount > known) parts.push(`${leftCount - known} left out`);
  return parts.join(' · ');
}

interface SetsOfFileProps {
  readonly preview: DeckPreview;
  readonly title: string | undefined;
  readonly onName: (title: string) => void;
}

const MAX_SETS_SHOWN = 20;

/** The name of the only set, or all of them. */
function SetsOfFile({ preview: { sets }, title, onName }: SetsOfFileProps) {
  const [only] = sets;
  const [written, setWritten] = useState<string | null>(null);
  if (!only) return null;
  const help = only.isNew ? 'A new set.' : 'You have this set: the points are added to it.';
  const take = () => {
    const name = written?.trim() ?? '';
    if (name !== '' && name !== only.title) onName(name);
    else setWritten(null);
  };
  if (sets.length === 1 || title !== undefined)
    return (
      <TextField
        label="Set"
        maxLength={200}
        autoComplete="off"
        dir="auto"
        help={help}
        value={written ?? only.title}
        onChange={(event) => setWritten(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && take()}
      />
    );
  return (
    <section aria-label="Sets" className="text-sm">
      <h3 className="font-medium">Sets</h3>
      <ul className="mt-1">
        {sets.slice(0, MAX_SETS_SHOWN).map((set) => (
          <li key={set.title} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5">
            <bdi className="[overflow-wrap:anywhere]">{set.title}</bdi>
            <span className="text-ink-faint">
              {`${set.isNew ? 'new' : 'you have it'}, ${count(set.points, 'point')}${set.known > 0 ? `, ${set.known} already there` : ''}`}
            </span>
          </li>
        ))}
      </ul>
      {sets.length > MAX_SETS_SHOWN && <p className="text-ink-faint">{`And ${sets.length - MAX_SETS_SHOWN} more.`}</p>}
    </section>
  );
}
