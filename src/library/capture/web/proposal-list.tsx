import { figure } from '#elements/web/text/figures.ts';

import type { Proposal } from '../domain/proposals.ts';

interface ProposalListProps {
  readonly proposals: readonly Proposal[];
  readonly dropped: readonly number[];
  readonly onDrop: (dropped: readonly number[]) => void;
}

const MAX_SHOWN = 200;
const MAX_WORDS = 160;

/** The sources that a text becomes, each to keep or to drop. Nothing for a single one. */
export function ProposalList({ proposals, dropped, onDrop }: ProposalListProps) {
  if (proposals.length < 2) return null;
  const toggle = (index: number) =>
    onDrop(dropped.includes(index) ? dropped.filter((each) => each !== index) : [...dropped, index]);
  return (
    <section aria-label="Preview" className="rounded-small border border-line bg-sunken px-3 py-1 text-sm">
      {/* A list that scrolls is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol tabIndex={0} aria-label="Sources to add" className="max-h-[28dvh] overflow-y-auto">
        {proposals.slice(0, MAX_SHOWN).map(({ url, content }, index) => (
          // Proposals keep their position: a dropped one stays in its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="border-t border-line first:border-t-0">
            <label className="flex cursor-pointer items-start gap-2.5 py-1.5">
              <input
                type="checkbox"
                className="mt-1"
                checked={!dropped.includes(index)}
                onChange={() => toggle(index)}
              />
              <span
                dir="auto"
                className={`line-clamp-2 min-w-0 flex-1 text-left [overflow-wrap:anywhere] ${dropped.includes(index) ? 'text-ink-faint line-through' : ''}`}
              >
                {(url ?? content ?? '').slice(0, MAX_WORDS)}
              </span>
            </label>
          </li>
        ))}
      </ol>
      {proposals.length > MAX_SHOWN && (
        <p className="py-1 text-ink-faint">{`And ${figure(proposals.length - MAX_SHOWN)} more.`}</p>
      )}
    </section>
  );
}
