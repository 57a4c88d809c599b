import { Button } from '#elements/web/button.tsx';
import { count, figure } from '#elements/web/text/figures.ts';

import { ProgressBar } from '../../../storage/web/progress-bar.tsx';
import { endFolderImport, type FolderRun } from './folder-run.ts';

interface FolderResultProps {
  readonly run: FolderRun;
  readonly onDone: () => void;
}

const MAX_SHOWN = 500;
/** What stands in lists of its own; the rest is counted. */
const LISTED = [
  ['refused', 'could not be added'],
  ['kept', 'kept as you edited them'],
  ['left out', 'left out'],
] as const;

/** How far the import is, and what came of its files. */
export function FolderResult({ run, onDone }: FolderResultProps) {
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
              {/* A list that scrolls is reached by the keyboard. */}
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
      <div className="flex justify-end gap-2">
        {isRunning ? (
          <Button onClick={endFolderImport}>Cancel the import</Button>
        ) : (
          <Button look="primary" onClick={onDone}>
            Done
          </Button>
        )}
      </div>
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
