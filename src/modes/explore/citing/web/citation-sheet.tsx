import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { SideSheet } from '#elements/web/side-sheet.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { ReadingColumn } from '#library/reader/web/reading-column.tsx';
import type { SourceDetail } from '#library/sources/protocol.ts';
import { sourceQuery } from '#library/sources/web/queries.ts';
import { findQuote } from '#text/domain/find-quote.ts';

import type { SourceCitationPart } from '../../protocol.ts';

interface CitationSheetProps {
  readonly citation: SourceCitationPart;
  readonly onClose: () => void;
}

/** The source of a citation, opened at the words that were cited. */
export function CitationSheet({ citation, onClose }: CitationSheetProps) {
  const { source } = citation;
  return (
    <SideSheet title={source?.title ?? 'Unknown source'} onClose={onClose}>
      {source ? (
        <CitedSource citation={citation} sourceId={source.id} version={source.version} onClose={onClose} />
      ) : (
        <Missing
          words="The answer cites a source that was not in context, so there is nothing to compare it with."
          quote={citation.quote}
        />
      )}
    </SideSheet>
  );
}

interface CitedSourceProps extends CitationSheetProps {
  readonly sourceId: string;
  readonly version: number;
}

function CitedSource({ citation, sourceId, version, onClose }: CitedSourceProps) {
  const { data: source, error } = useQuery(sourceQuery(sourceId));
  const navigate = useNavigate();
  const range = useMemo(() => source && rangeIn(source, citation, version), [source, citation, version]);
  if (error) return <Missing words={`The source cannot be opened: ${messageOf(error)}`} quote={citation.quote} />;
  if (!source) return <QuietLoading />;
  const edit = () => {
    onClose();
    void navigate({ to: `/library/${sourceId}` });
  };
  return (
    <>
      <Notice citation={citation} isEdited={source.version !== version} isFound={range !== undefined} />
      <ReadingColumn source={source} passage={undefined} range={range} onEdit={edit} onGone={onClose} />
    </>
  );
}

/** Where the cited words stand now. An edited source is searched for them. */
function rangeIn({ version, content }: SourceDetail, { range, quote }: SourceCitationPart, cited: number) {
  if (version === cited && range) return range;
  return findQuote(content, quote) ?? undefined;
}

interface NoticeProps {
  readonly citation: SourceCitationPart;
  readonly isEdited: boolean;
  readonly isFound: boolean;
}

function Notice({ citation: { isVerified, quote }, isEdited, isFound }: NoticeProps) {
  const edited = isFound
    ? 'This source was edited since it was cited. The cited words still stand in it.'
    : 'This source was edited since it was cited, and no longer contains these words:';
  if (isEdited) return <Missing words={edited} {...(!isFound && { quote })} />;
  if (isVerified) return null;
  return (
    <Missing
      words="Unverified: what the answer cites does not stand in what the model was shown of this source:"
      quote={quote}
    />
  );
}

function Missing({ words, quote }: { readonly words: string; readonly quote?: string }) {
  return (
    <div role="note" className="mx-4 mt-4 border-l-2 border-warn pl-4 text-ink-soft wide:mx-8">
      <p>{words}</p>
      {quote !== undefined && quote !== '' && (
        <blockquote dir="auto" className="mt-2 font-serif text-ink">
          “{quote}”
        </blockquote>
      )}
    </div>
  );
}
