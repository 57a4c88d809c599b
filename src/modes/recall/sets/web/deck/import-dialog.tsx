import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FileInput } from '#elements/web/file-input.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { count } from '#elements/web/text/figures.ts';
import { api, upload } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { DeckChoices, DeckPreview, DeckProgress } from '../../protocol.ts';
import { DECK_FILE } from '../queries.ts';
import { ColumnChoices } from './column-choices.tsx';
import { DayStart } from './day-start.tsx';
import { DeckPoints } from './deck-points.tsx';
import { type Schedule, ScheduleChoice } from './schedule-choice.tsx';
import { SetsOfFile, summaryOf } from './sets-of-file.tsx';
import { TakeFromAnki } from './take-from-anki.tsx';
import { useDeckImport } from './use-deck-import.ts';

interface ImportDialogProps {
  readonly file?: File | undefined;
  readonly title?: string;
  readonly onClose: () => void;
}

/** Previews and imports a file of cards. */
export function ImportDialog({ file: given, title: into, onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState(() => (given ? { id: newId(), file: given } : null));
  const [choices, setChoices] = useState<DeckChoices>({});
  const [schedule, setSchedule] = useState<Schedule>('keep');
  const [title, setTitle] = useState(into);
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    setChosen({ id: newId(), file });
    setChoices({});
    setTitle(into);
  };
  const preview = useDeckPreview(chosen, { title, choices });
  const { running, problem, start, cancel } = useDeckImport(onClose);
  const read = preview.error || chosen === null ? undefined : preview.data;
  const points = read?.sets.reduce((sum, set) => sum + set.points, 0) ?? 0;
  const changed = read?.sets.reduce((sum, set) => sum + set.changed, 0) ?? 0;
  const later = schedule === 'keep' ? (read?.sets.reduce((sum, set) => sum + set.later, 0) ?? 0) : 0;
  const updated = Math.max(changed, later);
  const isBusy = running !== null || start.isPending;
  return (
    <Dialog
      title="Import cards"
      description="A package or notes from Anki, CSV, a list from Quizlet, Markdown, or JSON from Warren."
      isWide={read?.table !== undefined && read.table !== null}
      onClose={onClose}
    >
      <div
        className="mt-4 flex flex-col gap-4"
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          if (!isBusy) choose(event.dataTransfer.files[0]);
        }}
      >
        {running && <Running progress={running} />}
        {chosen === null && !running && (
          <>
            <p className="text-sm text-ink-faint">Nothing is added before you have seen what the file holds.</p>
            <TakeFromAnki onTaken={choose} />
          </>
        )}
        {chosen && !running && (
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
        {chosen && read && !running && (
          <>
            {read.dayStartsAt !== null && <DayStart minutes={read.dayStartsAt} />}
            <ColumnChoices preview={read} choices={choices} onChange={setChoices} />
            <SetsOfFile key={chosen.id} preview={read} title={title} onName={setTitle} />
            <ScheduleChoice preview={read} value={schedule} onChoose={setSchedule} />
            <DeckPoints preview={read} points={points} />
          </>
        )}
        <FailureText error={start.error ?? (problem === null ? null : new Error(problem))} />
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-5 py-3">
          {!isBusy && <ChooseFile input={input} isFirst={chosen === null} onChoose={choose} />}
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            {isBusy ? (
              <Button look="quiet" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
                Stop and add nothing
              </Button>
            ) : (
              <Button look="quiet" onClick={onClose}>
                Cancel
              </Button>
            )}
            {chosen && !running && (
              <Button
                look="primary"
                isBusy={start.isPending}
                disabled={points + updated === 0 || preview.isPlaceholderData || preview.parameters === null}
                onClick={(event) =>
                  event.detail <= 1 && start.mutate(`${preview.parameters ?? ''}&schedule=${schedule}`)
                }
              >
                {wordsOf(points, updated)}
              </Button>
            )}
          </span>
        </div>
      </div>
    </Dialog>
  );
}

/** Uploads the file once, and fetches a new preview after each change of the choices. */
function useDeckPreview(
  chosen: { readonly id: string; readonly file: File } | null,
  given: { readonly title: string | undefined; readonly choices: DeckChoices },
) {
  const sent = useQuery({
    queryKey: [DECK_FILE, chosen?.id],
    queryFn: ({ signal }) => upload<{ file: string }>('/api/recall/decks/files', chosen?.file ?? new Blob(), signal),
    enabled: chosen !== null,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
  const parameters =
    chosen && sent.data ? parametersOf({ file: sent.data.file, name: chosen.file.name, ...given }) : null;
  const preview = useQuery({
    queryKey: ['deck-preview', chosen?.id, parameters],
    queryFn: () => api<DeckPreview>('GET', `/api/recall/decks/preview?${parameters ?? ''}`),
    enabled: parameters !== null,
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  return {
    parameters,
    data: sent.data ? preview.data : undefined,
    error: sent.error ?? preview.error,
    isPlaceholderData: preview.isPlaceholderData,
  };
}

interface ChooseFileProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly isFirst: boolean;
  readonly onChoose: (file: File | undefined) => void;
}

function ChooseFile({ input, isFirst, onChoose }: ChooseFileProps) {
  return (
    <>
      <FileInput
        ref={input}
        label="A file of cards"
        accept=".apkg,.colpkg,.anki2,.anki21,.txt,.csv,.tsv,.md,.markdown,.json,text/*,application/json"
        onChoose={([file]) => onChoose(file)}
      />
      {/* The primary button is at the right end of every dialog. */}
      <Button
        look={isFirst ? 'primary' : 'quiet'}
        className={isFirst ? 'order-last' : '-ml-3'}
        onClick={() => input.current?.click()}
      >
        {isFirst ? 'Choose a file' : 'Another file'}
      </Button>
    </>
  );
}

function Running({ progress: { done, total } }: { readonly progress: DeckProgress & { state: 'running' } }) {
  const words = total === 0 ? 'Importing.' : `Importing ${Math.min(done, total)} of ${count(total, 'card')}.`;
  return (
    <div>
      <output className="block">{words}</output>
      <progress
        aria-label="Import"
        className="mt-2 w-full"
        {...(total > 0 && { value: Math.min(done, total), max: total })}
      />
      <p className="mt-2 text-sm text-ink-soft">
        Nothing is shown before all of it is there. You can close this window.
      </p>
    </div>
  );
}

function wordsOf(points: number, updated: number): string {
  if (points > 0) return `Import ${count(points, 'point')}`;
  return updated > 0 ? `Update ${count(updated, 'point')}` : 'Import';
}

interface Parameters {
  readonly file: string;
  readonly name: string;
  readonly title: string | undefined;
  readonly choices: DeckChoices;
}

function parametersOf({ file, name, title, choices: { separator, hasHeader, columns } }: Parameters): string {
  return new URLSearchParams({
    file,
    name,
    ...(title !== undefined && { title }),
    ...(separator !== undefined && { separator }),
    ...(hasHeader !== undefined && { hasHeader: String(hasHeader) }),
    ...(columns !== undefined && { columns: columns.join(',') }),
  }).toString();
}
