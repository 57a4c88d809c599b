import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import { InlineSelect } from '#elements/web/inline-select.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { CitationSheet, type CitedPassage } from '#library/reader/web/citation-sheet.tsx';
import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';
import { useStayAtEnd } from '#session/web/transcript/use-stay-at-end.ts';

import type { CheckedClaim, DraftSummary } from '../../protocol.ts';
import type { MarkedCitation } from '../../text/domain/citations/place-citations.ts';
import { growingDraft, type WrittenDraft } from '../../versions/domain/drafts-of-reply.ts';
import { continuedBy } from '../../writing/domain/begun-draft.ts';
import { useDraftDesk } from './desk.ts';
import { PaneBar } from './pane-bar.tsx';
import { PLATFORM_NAMES } from './platform-words.ts';
import { draftQuery, versionQuery } from './queries.ts';
import { ShownDraft } from './shown-draft.tsx';
import { SizeLine } from './size-line.tsx';
import { DraftText } from './text/draft-text.tsx';
import { TextContext } from './text/text-context.ts';

/** Maximum wait for the version of a finished draft, in ms. */
const MAX_WAIT_MS = 5_000;

const NONE: readonly MarkedCitation[] = [];

/** The pane beside the conversation: the draft that is being written, or the chosen one. */
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
    // Then the pane loads the version of this text.
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
            {view.state.turn
              ? 'The draft appears here as it is written.'
              : 'The draft appears here as it is written, from this conversation and the sources in context. Choose a platform and say in the chat what to write.'}
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
  { sourceId, title, sourceVersion, quote, range }: MarkedCitation,
  claim: CheckedClaim | null,
): CitedPassage {
  const isVerified = claim?.standing !== 'not-in-source';
  return {
    source: { id: sourceId, title, version: sourceVersion },
    quote,
    range: (isVerified && range) || null,
    isVerified,
  };
}

interface DraftChooserProps {
  readonly drafts: readonly DraftSummary[];
  readonly shown: string;
  readonly onChoose: (draftId: string) => void;
}

/** Chooses a draft if the session has more than one. */
function DraftChooser({ drafts, shown, onChoose }: DraftChooserProps) {
  if (drafts.length < 2) return null;
  return (
    <InlineSelect
      label="Drafts of this session"
      value={shown}
      onChange={({ target }) => onChoose(target.value)}
      className="max-w-[11rem] text-sm text-ink-soft"
    >
      {drafts.map(({ id, title, platform }) => (
        <option key={id} value={id}>{`${PLATFORM_NAMES[platform]}: ${title}`}</option>
      ))}
    </InlineSelect>
  );
}

function WritingPane({ writing: { head, text, isUnderWay } }: { readonly writing: Writing }) {
  const { target, title, platform } = head;
  const { data: base } = useQuery({
    ...versionQuery(target?.draftId ?? '', target?.version ?? 0),
    enabled: target !== undefined,
  });
  const { scroller, content } = useStayAtEnd();
  const around =
    target && base ? { before: base.text.slice(0, target.start), after: base.text.slice(target.end) } : null;
  const shownTitle = target ? base?.title : title;
  return (
    <>
      <PaneBar>
        <p className="px-1 text-sm font-semibold">{isUnderWay ? 'Writing' : 'Written'}</p>
        <span className="ml-auto" />
        <SizeLine text={around ? around.before + text + around.after : text} platform={platform} />
      </PaneBar>
      <section
        ref={scroller}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="The text so far"
        aria-busy={isUnderWay}
        className="min-h-0 flex-1 scrolls px-4 py-7 [overflow-anchor:none] focus-visible:-outline-offset-2 wide:px-10"
      >
        <div ref={content}>
          {shownTitle !== undefined && shownTitle !== '' && (
            <h2 dir="auto" className="mb-3.5 font-serif text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
              {shownTitle}
            </h2>
          )}
          {around && <DraftText text={around.before} />}
          <div className={around ? 'my-[0.7em] border-l-2 border-accent pl-3' : ''}>
            <DraftText text={text} isStreaming={isUnderWay} />
          </div>
          {around && <DraftText text={around.after} />}
        </div>
      </section>
    </>
  );
}

interface Writing extends WrittenDraft<MarkedCitation> {
  readonly messageId: string;
  /** The reply is still streaming. */
  readonly isUnderWay: boolean;
}

/**
 * The draft that the current reply writes. After its end, the draft stays until its version is loaded. `isRead`:
 * whether the version of a message is loaded.
 */
function useWriting(view: OpenSession, isRead: (messageId: string) => boolean): Writing | null {
  const { state, streaming } = view;
  const [followed, setFollowed] = useState<string | null>(null);
  const message = state.messages.findLast(({ thread, author }) => thread === TRUNK && author === 'assistant');
  const isUnderWay = message !== undefined && streaming?.messageId === message.id && message.status === 'streaming';
  const parts = isUnderWay ? streaming.parts : message?.parts;
  const writing = useMemo(() => {
    if (!message || !parts?.some(({ type }) => type === 'draft')) return null;
    return growingDraft({ parts: [...parts] }, continuedBy(state.messages, message.continues));
  }, [message, parts, state.messages]);
  const citations = useKept(writing?.citations ?? NONE);
  const messageId = message?.id ?? null;
  const isSeen = writing !== null && isUnderWay;
  const isDone = messageId !== null && !isUnderWay && isRead(messageId);
  if (isSeen && followed !== messageId) setFollowed(messageId);
  if (isDone && followed !== null) setFollowed(null);
  const isWaiting = followed !== null && !isUnderWay;
  useEffect(() => {
    if (!isWaiting) return undefined;
    // If the draft was deleted, no version of it exists.
    const timer = setTimeout(() => setFollowed(null), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (!writing || messageId === null || (!isUnderWay && (followed !== messageId || isDone))) return null;
  return { ...writing, citations, messageId, isUnderWay };
}

/** Returns the same array while the citations are equal, so that existing marks are not rendered with each word. */
function useKept(citations: readonly MarkedCitation[]): readonly MarkedCitation[] {
  const [kept, setKept] = useState(citations);
  const isSame =
    kept.length === citations.length &&
    kept.every(
      ({ sourceId, quote }, index) => citations[index]?.sourceId === sourceId && citations[index].quote === quote,
    );
  if (isSame) return kept;
  setKept(citations);
  return citations;
}
