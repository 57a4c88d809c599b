import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { SaveActions } from '#elements/web/form-actions.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { TextArea, TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, ApiProblem } from '#http-client/web/api.ts';

import type { RetentionPreview, SetSettings, SetStatus, SetSummary } from '../../protocol.ts';
import { retentionPreviewQuery, setQuery, setsQuery } from '../queries.ts';
import { forgetCounts } from '../set-cache.ts';
import { ExamField } from './exam-field.tsx';
import { costWords, percentOf } from './retention-words.ts';

const MIN_PERCENT = 70;
const MAX_PERCENT = 97;
const USUAL = 0.9;

const STATUSES: readonly { readonly status: SetStatus; readonly label: string; readonly help: string }[] = [
  { status: 'active', label: 'Active', help: 'asked for when due' },
  { status: 'paused', label: 'Suspended', help: 'left out of Today' },
  { status: 'archived', label: 'Archived', help: 'hidden' },
];
const MAX_INSTRUCTIONS_LENGTH = 2_000;
const MAX_DESCRIPTION_LENGTH = 500;
const MAX_FOLDER_LENGTH = 500;
const DAILY_LIMIT = {
  type: 'number',
  min: 0,
  max: 9_999,
  step: 1,
  inputMode: 'numeric',
  placeholder: 'no limit',
} as const;
const FIELDS = [
  'description',
  'folder',
  'examOn',
  'newPerDay',
  'reviewsPerDay',
  'tutorInstructions',
  'desiredRetention',
  'status',
];

/** Settings and description of a set. Changes apply when they are saved, and can be undone. */
export function SetSettingsDialog({ set, onClose }: { readonly set: SetSummary; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const toast = useToast();
  const preview = useQuery(retentionPreviewQuery(set.id));
  const [status, setStatus] = useState(set.status);
  const [retention, setRetention] = useState(set.desiredRetention);
  const [examOn, setExamOn] = useState(set.examOn ?? '');
  const [isChanged, setChanged] = useState(false);
  const save = useMutation({
    mutationFn: (settings: SetSettings) => api<SetSummary>('PATCH', `/api/recall/sets/${set.id}`, settings),
    onSuccess: (changed) => {
      queries.setQueryData(setQuery(set.id).queryKey, (held) => held && { ...held, ...changed });
      forgetCounts(queries);
      toast({ text: 'Settings saved.' });
      onClose();
    },
  });
  const problemAt = (field: string) =>
    save.error instanceof ApiProblem && save.error.detail.field === field ? save.error.message : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const form = new FormData(event.currentTarget);
    save.mutate({
      status,
      desiredRetention: retention,
      newPerDay: limitOf(formText(form, 'newPerDay')),
      reviewsPerDay: limitOf(formText(form, 'reviewsPerDay')),
      tutorInstructions: formText(form, 'tutorInstructions'),
      description: formText(form, 'description'),
      folder: formText(form, 'folder'),
      examOn: examOn === '' ? null : examOn,
    });
  };

  return (
    <Dialog
      title="Set settings"
      description="Settings of this set. Defaults for all sets are in Settings."
      onClose={onClose}
      mayClose={!isChanged}
    >
      <form onSubmit={submit} onChange={() => setChanged(true)} className="mt-4 flex flex-col gap-5">
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Status</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {STATUSES.map((each) => (
              <label key={each.status} className="flex min-h-[34px] items-center gap-2">
                <input
                  type="radio"
                  name="status"
                  value={each.status}
                  checked={each.status === status}
                  onChange={() => setStatus(each.status)}
                  className="size-4 accent-(--accent)"
                />
                <span>
                  {each.label} <span className="text-sm text-ink-faint">{each.help}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <FolderField folder={set.folder} problem={problemAt('folder')} />
        <RetentionField preview={preview.data} value={retention} onChange={setRetention} />
        <div className="grid gap-5 wide:grid-cols-2 wide:gap-4">
          <TextField
            label="New points a day"
            name="newPerDay"
            {...DAILY_LIMIT}
            defaultValue={set.newPerDay ?? ''}
            problem={problemAt('newPerDay')}
            help="Maximum. Empty for no limit."
          />
          <TextField
            label="Reviews a day"
            name="reviewsPerDay"
            {...DAILY_LIMIT}
            defaultValue={set.reviewsPerDay ?? ''}
            problem={problemAt('reviewsPerDay')}
            help="Maximum, without new points. The rest moves to later days."
          />
        </div>
        <ExamField setId={set.id} value={examOn} onChange={setExamOn} problem={problemAt('examOn')} />
        <TextArea
          label="Instructions for the tutor"
          name="tutorInstructions"
          rows={3}
          maxLength={MAX_INSTRUCTIONS_LENGTH}
          defaultValue={set.tutorInstructions}
          problem={problemAt('tutorInstructions')}
          help="For example: ask in German, or ask for dates. A tutor with a language model follows them."
        />
        <TextArea
          label="Description"
          name="description"
          rows={2}
          maxLength={MAX_DESCRIPTION_LENGTH}
          defaultValue={set.description}
          problem={problemAt('description')}
          help="The agent of a rabbit hole uses it to relate a tangent to the set. One or two sentences; may be empty."
        />
        {!FIELDS.some((field) => problemAt(field) !== undefined) && <FailureText error={save.error} />}
        <SaveActions isBusy={save.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** Field for an existing folder or a new one. */
function FolderField({ folder, problem }: { readonly folder: string; readonly problem: string | undefined }) {
  const { data: sets = [] } = useQuery(setsQuery);
  const id = useId();
  return (
    <>
      <TextField
        label="Folder"
        name="folder"
        maxLength={MAX_FOLDER_LENGTH}
        defaultValue={folder}
        list={id}
        autoComplete="off"
        problem={problem}
        help="Sets of one folder are listed together. A::B is the folder B in A. Empty for none."
      />
      <datalist id={id}>
        {[...new Set(sets.flatMap((set) => set.folder || []))].map((name) => (
          <option key={name} value={name} aria-label={name} />
        ))}
      </datalist>
    </>
  );
}

/** Parses a limit; an empty field means none. The server rejects values that are not numbers. */
function limitOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

interface RetentionFieldProps {
  /** Undefined while it is computed. */
  readonly preview: RetentionPreview | undefined;
  /** Null to use the person's setting. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** Field for the desired retention of a set, with its cost in plain words. */
function RetentionField({ preview, value, onChange }: RetentionFieldProps) {
  const id = useId();
  const own = preview?.personRetention ?? USUAL;
  const shown = value ?? own;
  const percent = percentOf(shown);
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-4">
        <label htmlFor={id} className="text-sm font-medium">
          {`How sure you want to be: ${percent}%`}
        </label>
        <label className="ml-auto flex min-h-[34px] items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={value === null}
            onChange={(event) => onChange(event.target.checked ? null : own)}
            className="size-4 accent-(--accent)"
          />
          {`As in Settings, ${percentOf(own)}%`}
        </label>
      </div>
      <input
        id={id}
        type="range"
        min={MIN_PERCENT}
        max={MAX_PERCENT}
        step={1}
        value={percent}
        aria-valuetext={`${percent} percent`}
        aria-describedby={`${id}-cost`}
        onChange={(event) => onChange(event.target.valueAsNumber / 100)}
        className="w-full accent-(--accent)"
      />
      <p id={`${id}-cost`} aria-live="polite" className="mt-1 min-h-10 text-sm text-ink-soft tabular-nums">
        {preview ? costWords(preview.costs, shown) : 'Working out what it costs…'}
      </p>
    </div>
  );
}
