import { Button } from '#elements/web/button.tsx';
import { count, figure } from '#elements/web/text/figures.ts';

import { ProgressBar } from '../../../storage/web/progress-bar.tsx';
import { endFolderImport, type FolderRun } from './folder-run.ts';

interface FolderResultProps {
  readonly run: FolderRun;
  readonly onDone: () => void;
}

const MAX_SHOWN = 500;
const PARTS = [
  ['failed', 'could not be added'],
  ['existing', 'there already'],
  ['left out', 'left out'],
] as const;

/** How far the import is, and what came of each file that was not added. */
export function FolderResult({ run, onDone }: FolderResultProps) {
  const { total, done, isRunning, added, others } = run;
  return (
    <div className="mt-4 flex flex-col gap-3">
      {isRunning && <ProgressBar label="Import" done={total === 0 ? 1 : done / total} />}
      <output className="block tabular-nums">
        {isRunning || done < total
          ? `${figure(done)} of ${count(total, 'file')}, ${figure(added.length)} added`
          : `${count(added.length, 'source')} added.`}
      </output>
      {PARTS.map(([what, words]) => {
        const files = others.filter((each) => each.what === what);
        return (
          files.length > 0 && (
            <details key={what} open={what === 'failed' || undefined} className="border-t border-line pt-2">
              <summary className="py-1 text-sm text-ink-soft tabular-nums">{`${count(files.length, 'file')} ${words}`}</summary>
              <ul className="mt-1 max-h-[30dvh] overflow-y-auto text-sm">
                {files.slice(0, MAX_SHOWN).map(({ path, why }) => (
                  <li key={path} className="py-1 [overflow-wrap:anywhere]">
                    <bdi>{path}</bdi>
                    <span className={what === 'failed' ? 'text-bad' : 'text-ink-faint'}>{`, ${why}`}</span>
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
