import { useNavigate } from '@tanstack/react-router';
import { LibraryBig } from 'lucide-react';
import { useMemo } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { SideSheet } from '#elements/web/side-sheet.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { findQuote } from '#text/domain/find-quote.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { STRONGER } from '#text/domain/strength/strength-words.ts';

import type { SourceDetail } from '../../sources/protocol.ts';
import type { StrongerNote } from '../../storage/protocol.ts';
import { ReadingColumn } from './reading-column.tsx';
import { useOpenSource } from './use-open-source.ts';

export interface CitedPassage {
  /** Null if it was not in context. */
  readonly source: { readonly id: string; readonly title: string; readonly version: number } | null;
  readonly quote: string;
  /** The range of the quote in that version, as UTF-16 offsets; null if unknown. */
  readonly range: { readonly start: number; readonly end: number } | null;
  /** Whether the cited source contains the quote and the quote is long enough to tell. */
  readonly isVerified: boolean;
  /** Set if the citing sentence may say more than the quote. */
  readonly stronger?: StrongerNote;
}

interface CitationSheetProps {
  readonly citation: CitedPassage;
  readonly onClose: () => void;
}

export function CitationSheet({ citation, onClose }: CitationSheetProps) {
  const { source } = citation;
  if (source) return <CitedSource citation={citation} cited={source} onClose={onClose} />;
  return (
    <SideSheet title="Unknown source" onClose={onClose}>
      <Missing
        words="What is cited was not in context, so there is nothing to compare it with."
        quote={citation.quote}
      />
    </SideSheet>
  );
}

interface CitedSourceProps extends CitationSheetProps {
  readonly cited: NonNullable<CitedPassage['source']>;
}

function CitedSource({ citation, cited: { id, title, version }, onClose }: CitedSourceProps) {
  const { data: source, error } = useOpenSource(id);
  const navigate = useNavigate();
  const range = useMemo(() => source && rangeIn(source, citation, version), [source, citation, version]);
  const open = () => {
    const passage = range && source?.passages.findLast(({ start }) => start <= range.start);
    onClose();
    void navigate({ to: `/library/${id}`, ...(passage && { hash: `p${passage.number}` }) });
  };
  const inLibrary = source && (
    <IconButton label="Open in the library" onClick={open}>
      <Icon of={LibraryBig} />
    </IconButton>
  );
  return (
    <SideSheet title={title} onClose={onClose} action={inLibrary}>
      {error && <Missing words={`The source cannot be opened: ${messageOf(error)}`} quote={citation.quote} />}
      {!source && !error && <QuietLoading />}
      {source && (
        <>
          {citation.stronger && <Compared note={citation.stronger} />}
          <Notice citation={citation} isEdited={source.version !== version} isFound={range !== undefined} />
          <ReadingColumn source={source} passage={undefined} range={range} onEdit={open} onGone={onClose} />
        </>
      )}
    </SideSheet>
  );
}

/** The current range of the cited words. In an edited source they are searched for. */
function rangeIn({ version, content }: SourceDetail, { range, quote }: CitedPassage, cited: number) {
  if (version === cited && range) return range;
  return findQuote(content, quote, range?.start) ?? undefined;
}

interface NoticeProps {
  readonly citation: CitedPassage;
  readonly isEdited: boolean;
  readonly isFound: boolean;
}

function Notice({ citation: { isVerified, quote, range }, isEdited, isFound }: NoticeProps) {
  const edited = isFound
    ? 'This source was edited since it was cited. The cited words still stand in it.'
    : 'This source was edited since it was cited, and no longer contains these words:';
  if (isEdited) return <Missing words={edited} {...(!isFound && { quote })} />;
  if (isVerified) return null;
  return (
    <Missing
      words={
        range === null
          ? 'Unverified: what is cited does not stand in what the model was shown of this source:'
          : 'Unverified: what is cited is too short to say that it was taken from this source:'
      }
      quote={quote}
    />
  );
}

/** Shows the citing sentence beside the sentence it cites. */
function Compared({ note: { reason, claim, source, foundBy } }: { readonly note: StrongerNote }) {
  return (
    <section aria-label={STRONGER} className="mx-4 mt-4 border-l-2 border-warn pl-4 text-ink-soft wide:mx-8">
      <h3 className="font-semibold text-ink">{STRONGER}</h3>
      <p className="mt-0.5">{foundBy === undefined ? reason : `${foundBy} says: ${reason}`}</p>
      <dl className="mt-2 grid gap-x-6 gap-y-2 wide:grid-cols-2">
        {[
          ['This sentence', claim],
          ['The source', source],
        ].map(([name = '', words = '']) => (
          <div key={name}>
            <dt className="text-xs">{name}</dt>
            <dd dir="auto" className="font-serif text-ink [overflow-wrap:anywhere]">
              {plainText(words)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
