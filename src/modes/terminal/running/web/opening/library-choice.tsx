import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { storedJson } from '#elements/web/page/stored.ts';
import { overviewQuery } from '#library/sources/web/queries.ts';
import type { Bucket } from '#library/storage/protocol.ts';

import type { LibraryWish } from '../../../protocol.ts';

/** The person's choice for sessions in one folder, in this dialog. */
export interface ChosenLibrary {
  readonly folder: string;
  readonly wish: LibraryWish | null;
}

interface LibraryChoiceProps {
  readonly folder: string;
  readonly chosen: ChosenLibrary | null;
  readonly problem: string | undefined;
  readonly onChoose: (chosen: ChosenLibrary) => void;
}

const WHOLE = 'whole';

/** The library access of the last session in a folder, in this browser; null for none. */
const openedBefore = (folder: string) => storedJson<LibraryWish>('localStorage', `warren.library.${folder}`);

/** The library access for a session in a folder: none, until the person has chosen it for that folder. */
export function libraryFor(folder: string, chosen: ChosenLibrary | null): LibraryWish | null {
  return chosen?.folder === folder ? chosen.wish : openedBefore(folder).read();
}

export function rememberLibrary(folder: string, wish: LibraryWish | null): void {
  openedBefore(folder).write(wish);
}

/** Selects the part of the library that Claude Code can read, and whether it can add to it. */
export function LibraryChoice({ folder, chosen, problem, onChoose }: LibraryChoiceProps) {
  const id = useId();
  const { data } = useQuery(overviewQuery);
  const wish = libraryFor(folder, chosen);
  const buckets: readonly Pick<Bucket, 'id' | 'name'>[] = data?.buckets ?? [];
  const choose = (value: string) => {
    const bucketId = value === WHOLE ? null : value;
    onChoose({ folder, wish: value === '' ? null : { bucketId, canKeep: wish?.canKeep ?? false } });
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Let Claude use your library
      </label>
      <select
        id={id}
        value={wish === null ? '' : (wish.bucketId ?? WHOLE)}
        aria-invalid={problem !== undefined}
        aria-describedby={wish || problem ? `${id}-note` : undefined}
        className="w-full rounded-small border border-line-strong bg-surface px-3 py-2 aria-invalid:border-bad"
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">No</option>
        <option value={WHOLE}>The whole library</option>
        {wish && wish.bucketId !== null && !buckets.some(({ id: each }) => each === wish.bucketId) && (
          <option value={wish.bucketId}>{data ? 'A bucket that was deleted' : 'One bucket'}</option>
        )}
        {buckets.length > 0 && (
          <optgroup label="One bucket">
            {buckets.map((bucket) => (
              <option key={bucket.id} value={bucket.id}>
                {bucket.name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <div id={`${id}-note`}>
        {problem !== undefined && (
          <p role="alert" className="mt-1 text-sm text-bad">
            {problem}
          </p>
        )}
        {wish && (
          <p className="mt-1 text-sm text-ink-faint">
            What it reads goes to its model, and it may send it elsewhere too, such as with a command. Every command of
            the session can read the same. The choice is remembered for this folder.
          </p>
        )}
      </div>
      {wish && (
        <label className="mt-2 flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-1"
            checked={wish.canKeep}
            onChange={({ target }) => onChoose({ folder, wish: { ...wish, canKeep: target.checked } })}
          />
          <span>It may also keep sources there.</span>
        </label>
      )}
    </div>
  );
}
