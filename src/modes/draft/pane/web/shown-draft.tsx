import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';
import type { Message } from '#session/protocol.ts';
import { newId } from '#session/web/new-id.ts';

import type { CheckedClaim, DraftReading, SavedText, VersionHead } from '../../protocol.ts';
import type { MarkedCitation } from '../../text/domain/citations/place-citations.ts';
import { paragraphAt } from '../../text/domain/paragraphs.ts';
import { diffParagraphs, isRewritten } from '../domain/diff-paragraphs.ts';
import { flagsOf } from '../domain/flags.ts';
import { type ClaimList, ClaimsLine } from './claims/claims-line.tsx';
import { ClaimsList } from './claims/claims-list.tsx';
import { useDraftDesk } from './desk.ts';
import { AsideNotice } from './editing/aside-notice.tsx';
import { Editor } from './editing/editor.tsx';
import { type UnsavedEdit, useStoredEdit } from './editing/stored-edit.ts';
import { useIsNarrow } from './pane-bar.tsx';
import { PaneFoot, TakeDraft } from './pane-foot.tsx';
import { PaneHeader } from './pane-header.tsx';
import { versionQuery } from './queries.ts';
import { SizeLine } from './size-line.tsx';
import { DraftText } from './text/draft-text.tsx';
import { TextContext } from './text/text-context.ts';
import { useChangeDraft } from './use-change-draft.ts';
import { DiffView } from './versions/diff-view.tsx';
import { OldVersionNotice } from './versions/old-version-notice.tsx';
import { useLastChange } from './versions/use-last-change.ts';
import { versionFacts } from './versions/version-facts.ts';

interface ShownDraftProps {
  readonly reading: DraftReading;
  /** Null: the version that counts. */
  readonly number: number | null;
  readonly chooser: ReactNode;
  readonly isEditing: boolean;
  readonly onEditing: (isEditing: boolean) => void;
  readonly onOpen: (citation: MarkedCitation, claim: CheckedClaim | null) => void;
}

export function ShownDraft({ reading, number, chooser, isEditing, onEditing, onOpen }: ShownDraftProps) {
  const { draft, versions } = reading;
  const { view, show, target, setTarget, onBeforeSaying } = useDraftDesk();
  const change = useChangeDraft(draft.id);
  const shownNumber = number ?? draft.version;
  const { data: version, error } = useQuery({
    ...versionQuery(draft.id, shownNumber),
    placeholderData: keepPreviousData,
  });
  const [compared, setCompared] = useState<number | null>(null);
  const lastChange = useLastChange(draft, versions);
  const wanted = compared ?? (shownNumber === draft.version ? lastChange.before : null);
  const { data: other } = useQuery({ ...versionQuery(draft.id, wanted ?? 0), enabled: wanted !== null });
  const paragraphs = useMemo(
    () => (version && other && wanted !== null ? diffParagraphs(other.text, version.text) : null),
    [version, other, wanted],
  );
  // A rewritten text, and one without a changed word, is shown without a comparison unless the person asked for one.
  const isRead = paragraphs !== null && (isRewritten(paragraphs) || paragraphs.every(({ isSame }) => isSame));
  const before = compared === null && isRead ? null : wanted;
  const [edit, setEdit] = useState<{ readonly begun: UnsavedEdit; readonly isKept: boolean } | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const [saved, setSaved] = useState<SavedText | null>(null);
  const [list, setList] = useState<ClaimList | null>(null);
  const flags = useMemo(() => (version ? flagsOf(version) : []), [version]);
  const facts = useMemo(
    () => ({ citations: version?.citations ?? [], claims: version?.claims ?? [], flags, open: onOpen }),
    [version, flags, onOpen],
  );
  const text = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();

  const showNumber = useCallback(
    (next: number) => {
      setCompared(null);
      show({ draftId: draft.id, number: next === draft.version ? null : next });
    },
    [show, draft.id, draft.version],
  );
  const begin = useCallback(
    (begun: UnsavedEdit, isKept: boolean) => {
      setEdit({ begun, isKept });
      setWritten(begun.text);
      setSaved(null);
      setTarget(null);
      onEditing(true);
    },
    [setTarget, onEditing],
  );
  useStoredEdit(draft.id, (kept) => begin(kept, true));
  // Closing the pane ends the stay.
  useEffect(() => () => onEditing(false), [onEditing]);

  const shownTarget = target?.draftId === draft.id && target.version === version?.number ? target : null;
  const isPlain = version !== undefined && before === null;
  const choose = useCallback(
    (range: { readonly start: number; readonly end: number }) => {
      if (!version) return;
      const { start, end } = paragraphAt(version.text, range);
      const words = version.text.slice(start, end);
      setTarget({ draftId: draft.id, version: version.number, start, end, words });
    },
    [version, draft.id, setTarget],
  );
  const goTo = (index: number) => {
    setCompared(null);
    lastChange.dismiss();
    requestAnimationFrame(() => {
      const words = text.current?.querySelector<HTMLElement>(`[data-flag="${String(index)}"]`);
      words?.scrollIntoView({ block: 'center' });
      words?.closest<HTMLElement>('[data-start]')?.animate({ background: ['var(--warn-soft)', 'transparent'] }, 900);
    });
  };

  const restore = async (from: number) => {
    if (await change<VersionHead>('POST', '/restore', { number: from })) show(null);
  };

  if (!version)
    return error ? (
      <div className="px-4 wide:px-10">
        <ProblemNotice message={messageOf(error)} />
      </div>
    ) : (
      <QuietLoading />
    );
  const isNow = shownNumber === draft.version;
  const claims = <ClaimsLine version={version} flags={flags} open={list} onOpen={setList} />;
  const head = versions.find((each) => each.number === version.number) ?? version;
  const done = (answer: SavedText | null) => {
    setEdit(null);
    setWritten(null);
    setSaved(null);
    onEditing(false);
    // A version that was put aside is shown with its actions.
    if (answer) show(answer.isAside ? { draftId: draft.id, number: answer.version.number } : null);
  };
  return (
    <>
      <PaneHeader
        draft={draft}
        versions={versions}
        shown={shownNumber}
        text={isEditing ? (written ?? version.text) : version.text}
        isEditing={isEditing}
        chooser={chooser}
        claims={isNarrow && claims}
        comparable={before === null && !edit ? comparableWith(head, versions) : null}
        onShow={showNumber}
        onCompare={setCompared}
        onEdit={
          isNow && !edit
            ? () =>
                begin(
                  {
                    editing: newId(),
                    number: version.number,
                    revision: version.revision,
                    save: 0,
                    title: version.title,
                    text: version.text,
                  },
                  false,
                )
            : null
        }
      />
      {saved?.isAside && (
        <AsideNotice
          saved={saved}
          current={draft.version}
          onShow={(next) => {
            done(null);
            showNumber(next);
          }}
          onCompare={(one, with_) => {
            done(null);
            showNumber(one);
            setCompared(with_);
          }}
        />
      )}
      {edit ? (
        <Editor
          key={edit.begun.editing}
          draftId={draft.id}
          begun={edit.begun}
          isKept={edit.isKept}
          onText={setWritten}
          onSaved={setSaved}
          onBeforeSaying={onBeforeSaying}
          onDone={done}
        />
      ) : (
        <section
          // A region that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label="The text of the draft"
          className="min-h-0 flex-1 scrolls px-6 py-7 wide:px-10 focus-visible:-outline-offset-2"
        >
          {!isNow && (
            <OldVersionNotice
              version={head}
              current={draft.version}
              onShowCurrent={() => showNumber(draft.version)}
              onRestore={() => void restore(version.number)}
            />
          )}
          <TextContext value={facts}>
            {before !== null && other && paragraphs ? (
              <DiffView
                before={other}
                after={version}
                paragraphs={paragraphs}
                versions={versions}
                onCompare={setCompared}
                onDismiss={() => {
                  setCompared(null);
                  lastChange.dismiss();
                }}
              />
            ) : (
              <div ref={text} data-words-of={wordsOf(head, view.state.messages)}>
                <h2
                  dir="auto"
                  className="mb-3.5 font-serif text-lg leading-snug font-semibold [overflow-wrap:anywhere]"
                >
                  {version.title}
                </h2>
                <DraftText
                  text={version.text}
                  flags={flags}
                  chosen={shownTarget}
                  {...(isPlain && { onChoose: choose })}
                />
              </div>
            )}
          </TextContext>
          <p dir="auto" className="mt-8 max-w-[62ch] text-xs text-ink-faint [overflow-wrap:anywhere]">
            {`Version ${String(version.number)}. ${versionFacts(head, versions)}.`}
          </p>
          {isNarrow && (
            <div className="mt-3 -ml-2.5 flex flex-wrap items-center gap-1 [&>:last-child]:pl-2.5">
              <TakeDraft draft={draft} version={version} written={null} />
              <SizeLine text={version.text} platform={draft.platform} />
            </div>
          )}
        </section>
      )}
      {list && <ClaimsList list={list} text={version.text} flags={flags} onGoTo={goTo} onClose={() => setList(null)} />}
      {!isNarrow && <PaneFoot draft={draft} version={version} written={edit ? written : null} claims={claims} />}
    </>
  );
}

/** The message with which words of a version are associated: the reply that wrote it, or else the latest. */
function wordsOf({ messageId }: VersionHead, messages: readonly Message[]): string | undefined {
  return messages.find(({ id }) => id === messageId)?.id ?? messages.at(-1)?.id;
}

/** The version to compare with by default: the previous one that was not put aside. */
function comparableWith({ number }: VersionHead, versions: readonly VersionHead[]): number | null {
  return versions.findLast((each) => each.number < number && !each.isAside)?.number ?? null;
}
