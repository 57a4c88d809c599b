import { count } from '#elements/web/text/figures.ts';

import type { SearchAnswer } from '../search/protocol.ts';
import { foundLine, waitingLine } from '../search/web/search-words.ts';
import type { LibraryOverview } from '../sources/protocol.ts';
import type { Listed } from '../sources/web/list/use-listed.ts';
import type { SourceFilter } from '../storage/protocol.ts';

interface ListLineProps {
  readonly listed: Listed;
  readonly filter: SourceFilter;
  readonly words: string;
  readonly overview: LibraryOverview | undefined;
}

/** How much is listed, or what a search found and how. */
export function ListLine({ listed, filter, words, overview }: ListLineProps) {
  const { answer, rows, total, isCurrent } = listed;
  const waiting = waitingLine(overview?.meaning.waitingSources ?? 0);
  const failed = answer && problemOf(answer, overview);
  const description = overview?.buckets.find(({ id }) => id === filter.bucket)?.description ?? '';
  const found = answer && isCurrent && foundLine(answer);
  const listedLine = rows && rows.length > 0 && words === '' && `${count(total, 'source')}.`;
  return (
    <>
      <output className="block text-xs text-ink-faint tabular-nums">
        {[found, listedLine, words === '' && description, rows && waiting].filter(Boolean).join(' ')}
      </output>
      {failed && (
        <p role="note" className="mt-1 border-l-2 border-warn pl-2 text-xs text-ink-soft">
          {`Searched by words alone. ${failed.message} ${failed.remedy}`}
        </p>
      )}
    </>
  );
}

/** Why meaning had no part in an answer: the query could not be read, or no source could be read yet. */
function problemOf({ meaning }: SearchAnswer, overview: LibraryOverview | undefined) {
  if (meaning.state === 'failed') return meaning.problem;
  return overview?.meaning.model === null ? overview.meaning.problem : null;
}
