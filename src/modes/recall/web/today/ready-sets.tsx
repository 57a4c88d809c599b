import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { focusIfNone } from '#elements/web/focus/focus-if-none.ts';
import { InlineSelect } from '#elements/web/inline-select.tsx';
import { count } from '#elements/web/text/figures.ts';

import type { SetSummary } from '../../sets/protocol.ts';
import { tagsQuery } from '../../sets/web/queries.ts';
import { readiness } from '../../sets/web/readiness.ts';
import { RemoveSample } from '../../sets/web/remove-sample.tsx';
import { useBegin } from '../../sets/web/use-begin.ts';

/** Keeps the leeches and the forecast below in reach. */
const FIRST_SHOWN = 8;
/** A few more do not justify a button. */
const MAX_WITHOUT_BUTTON = 10;

/** The sets with due or new points; the first is the one to begin with. */
export function ReadySets({ ready }: { readonly ready: readonly SetSummary[] }) {
  const { begin, beginAll, isBeginning } = useBegin();
  const [showsAll, setShowsAll] = useState(false);
  const { data: tags = [] } = useQuery(tagsQuery);
  const [tag, setTag] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button is gone, so the focus moves to the first new set.
    if (showsAll) place.current?.querySelectorAll('a')[FIRST_SHOWN]?.focus();
  }, [showsAll]);
  const isOne = ready.length === 1;
  const points = ready.reduce((sum, { today }) => sum + today.due + today.fresh, 0);
  const isCut = !showsAll && ready.length > MAX_WITHOUT_BUTTON;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {!isOne && (
        <div className="flex flex-wrap items-center justify-between gap-x-3.5 gap-y-2 border-b border-line pb-3">
          <p id="all-due" className="text-sm text-ink-faint">{`${count(points, 'point')} in ${ready.length} sets`}</p>
          <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
            {tags.length > 0 && (
              <InlineSelect
                label="Only points with a tag"
                className="max-w-44"
                value={tag}
                onChange={(event) => setTag(event.target.value)}
              >
                <option value="">with any tag</option>
                {tags.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </InlineSelect>
            )}
            <Button
              ref={focusIfNone}
              look="primary"
              aria-describedby="all-due"
              isBusy={isBeginning}
              onClick={() => beginAll(tag === '' ? undefined : [tag])}
            >
              {tag === '' ? 'Recall all that is due' : `Recall “${tag}”`}
            </Button>
          </span>
        </div>
      )}
      <ul>
        {(isCut ? ready.slice(0, FIRST_SHOWN) : ready).map((set) => (
          <li
            key={set.id}
            className="flex flex-wrap items-center gap-x-3.5 gap-y-1 border-t border-line py-2.5 first:border-t-0"
          >
            <div className="min-w-[min(100%,140px)] flex-1">
              <Link
                id={`ready-${set.id}`}
                to="/recall/$setId"
                params={{ setId: set.id }}
                dir="auto"
                className="block text-left [overflow-wrap:anywhere] hover:underline"
              >
                {set.title}
              </Link>
              <div className="text-sm text-ink-faint">{readiness(set)}</div>
            </div>
            <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3.5 gap-y-1">
              {set.isSample && <RemoveSample set={set} />}
              <Button
                {...(isOne && { ref: focusIfNone })}
                look={isOne ? 'primary' : 'outlined'}
                aria-describedby={`ready-${set.id}`}
                isBusy={isBeginning}
                onClick={() => begin(set.id)}
              >
                Begin
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {isCut && (
        <Button look="quiet" className="mt-1 -ml-3" onClick={() => setShowsAll(true)}>
          {`Show all ${ready.length} sets`}
        </Button>
      )}
    </div>
  );
}
