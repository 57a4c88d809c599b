import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { type CitedPassage, CitationSheet } from '#library/reader/web/citation-sheet.tsx';

import type { CheckedClaim } from '../../protocol.ts';
import type { MarkedCitation } from '../../text/domain/citations/place-citations.ts';
import { useDraftDesk } from './desk.ts';
import { DraftChooser } from './draft-chooser.tsx';
import { draftQuery } from './queries.ts';
import { ShownDraft } from './shown-draft.tsx';
import { TextContext } from './text/text-context.ts';
import { useWriting } from './use-writing.ts';
import { WritingPane } from './writing-pane.tsx';

/** The pane beside the conversation: the draft that is being written, or the one that was chosen. */
export function DraftPane() {
  const { view, listed, problem, shown, show } = useDraftDesk();
  const draftId = shown?.draftId;
  const { data: reading, error } = useQuery({ ...draftQuery(draftId ?? ''), enabled: draftId !== undefined });
  const writing = useWriting(
    view,
    (messageId) => reading?.versions.some((each) => each.messageId === messageId) === true,
  );
  const [isEditing, setEditing] = useState(false);
  const [cited, setCited] = useState<CitedPassage | null>(null);
  const writtenBy = writing?.isUnderWay === true && !isEditing ? writing.messageId : null;
  useEffect(() => {
    // What is written now is what is read next.
    if (writtenBy !== null) show(null);
  }, [writtenBy, show]);
  const open = useMemo(
    () => (citation: MarkedCitation, claim: CheckedClaim | null) => setCited(passageOf(citation, claim)),
    [],
  );
  const citations = writing?.citations;
  const facts = useMemo(() => ({ citations: citations ?? [], claims: [], flags: [], open }), [citations, open]);
  const failed = problem ?? error;
  return (
    <section aria-label="Draft" className="flex min-h-0 flex-1 flex-col bg-paper">
      {writing && !isEditing ? (
        <TextContext value={facts}>
          <WritingPane writing={writing} />
        </TextContext>
      ) : shown && reading && listed ? (
        <ShownDraft
          key={shown.draftId}
          reading={reading}
          number={shown.number}
          chooser={
            <DraftChooser
              drafts={listed}
              shown={shown.draftId}
              onChoose={(id) => show({ draftId: id, number: null })}
            />
          }
          isEditing={isEditing}
          onEditing={setEditing}
          onOpen={open}
        />
      ) : failed ? (
        <div className="px-4 wide:px-10">
          <ProblemNotice message={messageOf(failed)} />
        </div>
      ) : listed && !shown ? (
        <div className="px-4 py-3 wide:px-10">
          <EmptyState>
            The draft appears here as it is written, from this conversation and the sources in context. Choose a
            platform and say in the chat what to write.
          </EmptyState>
        </div>
      ) : (
        <QuietLoading />
      )}
      {cited && <CitationSheet citation={cited} onClose={() => setCited(null)} />}
    </section>
  );
}

function passageOf(
  { sourceId, title, sourceVersion, quote }: MarkedCitation,
  claim: CheckedClaim | null,
): CitedPassage {
  return {
    source: { id: sourceId, title, version: sourceVersion },
    quote,
    // It was found in the source as it is now, which need not be the version that was cited.
    range: null,
    isVerified: claim?.standing !== 'not-in-source',
  };
}
