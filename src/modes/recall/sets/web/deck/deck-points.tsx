import { count } from '#elements/web/text/figures.ts';

import type { DeckPreview } from '../../protocol.ts';
import { BrokenLines } from '../paste/broken-lines.tsx';
import { PointWords } from '../points/point-words.tsx';

/** Preview of the first points of a file, and of the lines that are left out. */
export function DeckPoints({ preview, points }: { readonly preview: DeckPreview; readonly points: number }) {
  const { first, left, leftCount, kind, sets } = preview;
  const unit = kind === 'package' ? 'note' : kind === 'json' ? 'card' : 'line';
  return (
    <section aria-label="Preview" className="rounded-small border border-line bg-sunken p-3 text-sm">
      {first.length === 0 && <p>There is no new point in this file.</p>}
      {first.length > 0 && (
        <>
          <h3 className="font-medium">
            {points > first.length ? `The first ${first.length} of ${count(points, 'point')}` : count(points, 'point')}
          </h3>
          {/* A list that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ol tabIndex={0} aria-label="Points to import" className="mt-2 max-h-[32dvh] overflow-y-auto">
            {first.map((point, index) => {
              const above = [sets.length > 1 ? point.set : '', point.context].filter((part) => part !== '').join(' › ');
              return (
                // oxlint-disable-next-line react/no-array-index-key -- the list is replaced as a whole
                <li key={index} className="border-t border-line py-2">
                  {above !== '' && (
                    <span dir="auto" className="mb-0.5 block text-xs text-ink-faint">
                      {above}
                    </span>
                  )}
                  <PointWords point={{ text: point.text, question: point.question }} />
                  {point.tags.length > 0 && (
                    <span dir="auto" className="mt-0.5 block text-xs text-ink-faint">
                      {point.tags.join(' ')}
                    </span>
                  )}
                  {point.images > 0 && (
                    <span className="block text-xs text-ink-faint">{count(point.images, 'image')}</span>
                  )}
                </li>
              );
            })}
          </ol>
        </>
      )}
      {leftCount > 0 && (
        <BrokenLines broken={left} total={leftCount} unit={unit} words={`${count(leftCount, unit)} left out`} />
      )}
    </section>
  );
}
