import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { SelectField } from '#elements/web/text-field.tsx';

import { overviewQuery } from '../../../sources/web/queries.ts';

interface FolderChoiceProps {
  /** `bucket` is a name, or null for the inbox. Without it, each folder in the chosen one becomes a bucket. */
  readonly onChoose: (files: readonly File[], bucket: string | null | undefined) => void;
  readonly onClose: () => void;
}

/** Values of the choice; a bucket is its name after `=`. */
const PER_FOLDER = 'folders';
const INBOX = 'inbox';

/** Makes a file input choose a folder. Not among the attributes that React's types know. */
const OF_A_FOLDER = { webkitdirectory: '' };

/** Chooses the folder, and the bucket that its files go to. */
export function FolderChoice({ onChoose, onClose }: FolderChoiceProps) {
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
      <input
        ref={input}
        type="file"
        {...OF_A_FOLDER}
        multiple
        hidden
        aria-label="A folder"
        onChange={(event) => {
          choose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" onClick={() => input.current?.click()}>
          Choose a folder
        </Button>
      </div>
    </div>
  );
}
