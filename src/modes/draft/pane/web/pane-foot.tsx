import { useMutation } from '@tanstack/react-query';
import { Bookmark, Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useCallback, useState } from 'react';

import type { PlatformId } from '#account/protocol.ts';
import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { useCopy } from '#elements/web/use-copy.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { useKeptNotice } from '#library/from-conversations/web/use-kept-notice.ts';
import type { AddedSources } from '#library/sources/protocol.ts';
import { useLibraryChanged } from '#library/sources/web/use-library-changed.ts';
import { Contributed, useContributed } from '#session/web/contribution/contributed.tsx';
import type { TextActionProps } from '#session/web/contribution/contribution.ts';
import { plainText } from '#text/domain/plain-text.ts';

import type { DraftSummary, DraftVersion } from '../../protocol.ts';
import { withoutMarks } from '../../text/domain/citations/marks.ts';
import { measure } from '../../text/domain/platforms/measure.ts';
import { DraftMenu } from './draft-menu.tsx';
import { ExportDraft } from './taking/export-draft.tsx';

const SMALL = 'min-h-[28px] px-2.5 py-0.5';

interface PaneFootProps {
  readonly draft: DraftSummary;
  readonly version: DraftVersion;
  /** The text in the editor; null if it is closed. */
  readonly written: string | null;
  readonly claims: ReactNode;
}

/** Shown below a draft on a wide page: the state of its claims, and its actions. */
export function PaneFoot({ claims, ...taken }: PaneFootProps) {
  return (
    <footer className="flex min-h-12 flex-none flex-wrap items-center gap-x-4 border-t border-line px-6 py-1">
      {claims}
      <span className="ml-auto flex flex-none items-center gap-1">
        <TakeDraft {...taken} />
      </span>
    </footer>
  );
}

/** The actions of a draft: copies, files, a source, recall points, and its menu. */
export function TakeDraft({ draft, version, written }: Pick<PaneFootProps, 'draft' | 'version' | 'written'>) {
  const { title, citations, platform, number } = version;
  const text = written ?? version.text;
  return (
    <>
      <CopyDraft text={text} platform={platform} />
      <ExportDraft draft={{ title, text, citations }} />
      {written === null && <KeepDraft draftId={draft.id} number={number} />}
      <DraftMenu draft={draft} />
    </>
  );
}

interface KeepDraftProps {
  readonly draftId: string;
  readonly number: number;
}

/** Keeps a version in the library, alone or for use by other slices. */
function KeepDraft({ draftId, number }: KeepDraftProps) {
  const { isPending, keep, keepFor } = useKeepDraft(draftId, number);
  const actions = useContributed(({ textAction }) => textAction);
  return (
    <>
      <IconButton
        label="Keep this version as a source"
        onClick={() => {
          if (!isPending) void keep();
        }}
      >
        <Icon of={Bookmark} />
      </IconButton>
      <Contributed parts={actions} props={{ keep: keepFor }} />
    </>
  );
}

interface DraftKeeping {
  readonly isPending: boolean;
  /** Keeps the version, and tells the person the name of the source. */
  readonly keep: () => Promise<void>;
  readonly keepFor: TextActionProps['keep'];
}

/** Keeps a version as a source of the person’s own, or finds the source as which it was kept. */
function useKeepDraft(draftId: string, number: number): DraftKeeping {
  const notify = useKeptNotice();
  const changed = useLibraryChanged();
  const toast = useToast();
  const { mutateAsync, isPending } = useMutation({
    async mutationFn() {
      const { results } = await api<AddedSources>('POST', `/api/drafts/${draftId}/keep`, { number });
      const [result] = results;
      if (!result) throw new Error('The draft was not kept.');
      return result;
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  // The person has already been told why it failed.
  const kept = useCallback(() => mutateAsync().catch(() => null), [mutateAsync]);
  const keep = useCallback(async () => {
    const result = await kept();
    if (result) await notify(result);
  }, [kept, notify]);
  const keepFor = useCallback(async () => {
    const result = await kept();
    if (!result) return null;
    const { source, outcome } = result;
    if (outcome === 'added') await changed(`Kept as “${source.title}”`);
    return { sourceId: source.id, title: source.title };
  }, [kept, changed]);
  return { isPending, keep, keepFor };
}

interface CopyDraftProps {
  readonly text: string;
  readonly platform: PlatformId;
}

/** Copies a draft in the form of its platform: plain text, a thread post by post. */
function CopyDraft({ text, platform }: CopyDraftProps) {
  const { isDone, copy } = useCopy();
  if (!copy) return null;
  if (platform !== 'thread')
    return (
      <Button look="quiet" className={SMALL} onClick={() => copy(plainText(withoutMarks(text), 'layout'))}>
        {isDone ? 'Copied' : 'Copy'}
      </Button>
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button look="quiet" className={SMALL}>
          Copy
        </Button>
      }
    >
      <PostItems text={text} onCopy={copy} />
    </Menu>
  );
}

/** The menu stays open, because posts are pasted one after another. */
function PostItems({ text, onCopy }: { readonly text: string; readonly onCopy: (post: string) => void }) {
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  const posts = measure(text, 'thread').posts ?? [];
  return posts.map(({ text: post }, index) => (
    <DropdownMenu.Item
      // Posts have no other name than their number.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      className={MENU_ITEM}
      onSelect={(event) => {
        event.preventDefault();
        onCopy(post);
        setTaken(new Set(taken).add(index));
      }}
    >
      <span className="flex-none tabular-nums">{`Copy post ${String(index + 1)}`}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate font-serif text-ink-faint">
        {post}
      </span>
      {taken.has(index) && (
        <>
          <Icon of={Check} />
          <span className="sr-only">Copied</span>
        </>
      )}
    </DropdownMenu.Item>
  ));
}
