import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { count } from '#elements/web/text/figures.ts';

import { useOpenSource } from '../../storage/web/use-open-source.ts';
import { addAll, type Addition, type Outcome, together } from './add-sources.ts';

interface OutcomeListProps {
  readonly outcome: Outcome;
  readonly onChange: (outcome: Outcome) => void;
  readonly onDone: () => void;
}

const ROW = 'flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2';

/** Lists the sources that exist already and those that failed, each with its actions. */
export function OutcomeList({ outcome, onChange, onDone }: OutcomeListProps) {
  const { added, existing, failed } = outcome;
  const [busy, setBusy] = useState<string | null>(null);
  const open = useOpenSource();
  const addAgain = async (addition: Addition, isWanted: boolean) => {
    if (busy !== null) return;
    setBusy(addition.id);
    const again = await addAll([addition], isWanted);
    const isOther = (each: { readonly addition: Addition }) => each.addition !== addition;
    onChange(together([{ added, existing: existing.filter(isOther), failed: failed.filter(isOther) }, again]));
    setBusy(null);
  };
  return (
    <div className="mt-4">
      <output className="block pb-2 text-sm text-ink-soft">
        {added.length > 0 && `Added ${count(added.length, 'source')}.`}
      </output>
      <ul className="max-h-[50dvh] overflow-y-auto">
        {existing.map(({ addition, source }) => (
          <li key={addition.id} className={ROW}>
            <p className="min-w-[min(100%,220px)] flex-1">
              You have this already: <bdi>{`“${source.title}”`}</bdi>
            </p>
            <span className="flex gap-1">
              <Button
                onClick={() => {
                  onDone();
                  open(source.id);
                }}
              >
                Open it
              </Button>
              <Button look="quiet" isBusy={busy === addition.id} onClick={() => void addAgain(addition, true)}>
                Add anyway
              </Button>
            </span>
          </li>
        ))}
        {failed.map(({ addition, message }) => (
          <li key={addition.id} className={ROW}>
            <p className="min-w-[min(100%,220px)] flex-1">
              <bdi>{nameOf(addition)}</bdi>
              <span className="block text-sm text-bad">{message}</span>
            </p>
            <Button isBusy={busy === addition.id} onClick={() => void addAgain(addition, false)}>
              Try again
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

function nameOf(addition: Addition): string {
  if ('file' in addition) return addition.file.name;
  return addition.source.url ?? addition.source.content?.slice(0, 80) ?? '';
}
