import { Link } from '@tanstack/react-router';

import { figure } from '#elements/web/text/figures.ts';

import { ProgressBar } from '../../../storage/web/progress-bar.tsx';
import type { LibraryOverview } from '../../protocol.ts';

/** How far the library is read for search by meaning, and why that stands still. Nothing once all is read. */
export function MeaningProgress({ meaning }: Pick<LibraryOverview, 'meaning'>) {
  const { done, total, problem, isChanging } = meaning;
  if (!problem && done >= total) return null;
  return (
    <section aria-label="Search by meaning" className="text-xs leading-normal text-ink-faint">
      {total > done && (
        <>
          <p className="mb-1.5">
            {isChanging ? 'A new model reads your sources' : 'Reading for meaning'}
            <span className="tabular-nums">{`, ${figure(done)} of ${figure(total)} passages`}</span>
          </p>
          <ProgressBar label="Read for meaning" done={total === 0 ? 0 : done / total} />
        </>
      )}
      {isChanging && <p className="mt-1.5">Until then search uses the model before it.</p>}
      {problem && (
        <p role="alert" className="mt-1.5 border-l-2 border-warn pl-2 text-ink-soft">
          {`${problem.message} ${problem.remedy} `}
          <Link to="/settings/models" className="text-accent-text underline underline-offset-2">
            Open the settings
          </Link>
        </p>
      )}
    </section>
  );
}
