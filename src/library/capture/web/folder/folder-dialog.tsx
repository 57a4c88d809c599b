import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FileInput } from '#elements/web/file-input.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { SelectField } from '#elements/web/text-field.tsx';
import { count, figure } from '#elements/web/text/figures.ts';

import { overviewQuery } from '../../../sources/web/queries.ts';
import { useLibraryChanged } from '../../../sources/web/use-library-changed.ts';
import { ProgressBar } from '../../../storage/web/progress-bar.tsx';
import { dismissFolderRun, endFolderImport, type FolderRun, importFolder, useFolderRun } from './folder-run.ts';

/** Imports a folder of notes and documents, and shows the progress and the result. */
export function FolderDialog({ onClose }: { readonly onClose: () => void }) {
  const run = useFolderRun();
  const changed = useLibraryChanged();
  const choose = (files: readonly File[], bucket: string | null | undefined) => {
    void importFolder(files, bucket).then(() => changed('Imported the folder'));
  };
  const finish = () => {
    dismissFolderRun();
    onClose();
  };
  return (
    <Dialog
      title={titleOf(run)}
      description={
        run?.isRunning
          ? 'You can close this. The import goes on while this page is open.'
          : 'Markdown, text, HTML, PDF and Word files become sources. Front matter and tags are kept. A second import updates them.'
      }
      onClose={onClose}
    >
      {run ? <FolderResult run={run} onDone={finish} /> : <FolderChoice onChoose={choose} onClose={onClose} />}
    </Dialog>
  );
}

function titleOf(run: FolderRun | null): string {
  if (!run) return 'Import a folder';
  return run.isRunning ? `Importing ${run.folder}` : `Imported ${run.folder}`;
}

interface FolderChoiceProps {
  /** `bucket` is a name, or null for the inbox. If undefined, each folder in the chosen one becomes a bucket. */
  readonly onChoose: (files: readonly File[], bucket: string | null | undefined) => void;
  readonly onClose: () => void;
}

/** Values of the select; a bucket has its name after `=`. */
const PER_FOLDER = 'folders';
const INBOX = 'inbox';

/** Makes a file input choose a folder. React's types lack this attribute. */
const OF_A_FOLDER = { webkitdirectory: '' };

function FolderChoice({ onChoose, onClose }: FolderChoiceProps) {
  const { data: overview } = useQuery(overviewQuery);
  const [bucket, setBucket] = useState(PER_FOLDER);
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (files: readonly File[]) => {
    setEmpty(files.length === 0);
    if (files.length > 0)
      onChoose(files, bucket === PER_FOLDER ? undefined : bucket === INBOX ? null : bucket.slice(1));
  };
  return (
    <div className="mt-4 flex flex-col gap-4">
      <SelectField label="Bucket" value={bucket} onChange={(event) => setBucket(event.target.value)}>
        <option value={PER_FOLDER}>One for each folder in it</option>
        <option value={INBOX}>Inbox</option>
        {overview?.buckets.map(({ id, name }) => (
          <option key={id} value={`=${name}`}>
            {name}
          </option>
        ))}
      </SelectField>
      <p className="text-sm text-ink-faint">
        For a large folder, or one to import again later, run <code>bin/warren import library FOLDER</code> on the
        machine that Warren runs on.
      </p>
      {isEmpty && (
        <p role="alert" className="text-sm text-bad">
          There is no file in this folder. Choose another one.
        </p>
      )}
      <FileInput ref={input} label="A folder" {...OF_A_FOLDER} multiple onChoose={choose} />
      <FormActions>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" onClick={() => input.current?.click()}>
          Choose a folder
        </Button>
      </FormActions>
    </div>
  );
}

const MAX_SHOWN = 500;
/** The outcomes that are listed; others are only counted. */
const LISTED = [
  ['refused', 'could not be added'],
  ['kept', 'kept as you edited them'],
  ['left out', 'left out'],
] as const;

/** The progress of the import, and the outcomes of its files. */
function FolderResult({ run, onDone }: { readonly run: FolderRun; readonly onDone: () => void }) {
  const { total, isRunning, results } = run;
  return (
    <div className="mt-4 flex flex-col gap-3">
      {isRunning && <ProgressBar label="Import" done={total === 0 ? 1 : results.length / total} />}
      <output className="block tabular-nums">
        {results.length < total && `${figure(results.length)} of ${count(total, 'file')}. `}
        {countWords(run)}
      </output>
      {LISTED.map(([outcome, words]) => {
        const files = results.filter((each) => each.outcome === outcome);
        return (
          files.length > 0 && (
            <details key={outcome} open={outcome === 'refused' || undefined} className="border-t border-line pt-2">
              <summary className="py-1 text-sm text-ink-soft tabular-nums">{`${count(files.length, 'file')} ${words}`}</summary>
              {/* A scrollable list must be reachable by the keyboard. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <ul tabIndex={0} aria-label={words} className="mt-1 max-h-[30dvh] overflow-y-auto text-sm">
                {files.slice(0, MAX_SHOWN).map(({ path, why }) => (
                  <li key={path} className="py-1 [overflow-wrap:anywhere]">
                    <bdi>{path}</bdi>
                    <span className={outcome === 'refused' ? 'text-bad' : 'text-ink-faint'}>
                      {why !== '' && `, ${why}`}
                    </span>
                  </li>
                ))}
              </ul>
              {files.length > MAX_SHOWN && (
                <p className="text-sm text-ink-faint">{`And ${figure(files.length - MAX_SHOWN)} more.`}</p>
              )}
            </details>
          )
        );
      })}
      <FormActions>
        {isRunning ? (
          <Button onClick={endFolderImport}>Cancel the import</Button>
        ) : (
          <Button look="primary" onClick={onDone}>
            Done
          </Button>
        )}
      </FormActions>
    </div>
  );
}

/** `120 added, 3 updated, 40 there already.` */
function countWords({ results, isRunning }: FolderRun): string {
  const counted = [
    ['added', 'added'],
    ['updated', 'updated'],
    ['unchanged', 'there already'],
  ] as const;
  const parts = counted.flatMap(([outcome, words]) => {
    const files = results.filter((each) => each.outcome === outcome).length;
    return files > 0 ? [`${figure(files)} ${words}`] : [];
  });
  if (isRunning && parts.length === 0) return '';
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing was added.';
}
