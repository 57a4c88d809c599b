import { useMutation } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useCallback, useContext } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { useKeptNotice } from '#library/from-conversations/web/use-kept-notice.ts';
import type { AddedSources } from '#library/sources/protocol.ts';
import { useLibraryChanged } from '#library/sources/web/use-library-changed.ts';
import type { TextActionProps } from '#session/web/contribution/contribution.ts';
import { contributionsOf, PageCompositionContext } from '#session/web/contribution/page-composition.ts';

import type { DraftSummary, DraftVersion } from '../../protocol.ts';
import type { Flag } from '../domain/flags.ts';
import { type ClaimList, ClaimsLine } from './claims/claims-line.tsx';
import { DraftMenu } from './draft-menu.tsx';
import { CopyDraft } from './taking/copy-draft.tsx';
import { ExportDraft } from './taking/export-draft.tsx';

interface PaneFootProps {
  readonly draft: DraftSummary;
  readonly version: DraftVersion;
  /** The text being written by hand; null while there is none. */
  readonly written: string | null;
  readonly flags: readonly Flag[];
  readonly list: ClaimList | null;
  readonly onList: (list: ClaimList | null) => void;
}

/** Below a draft: how its claims stand, and what can be done with it. */
export function PaneFoot({ draft, version, written, flags, list, onList }: PaneFootProps) {
  const { title, citations, platform, number } = version;
  const text = written ?? version.text;
  return (
    <footer className="flex min-h-12 flex-none flex-wrap items-center gap-x-4 border-t border-line px-4 py-1 wide:px-6">
      <ClaimsLine version={version} flags={flags} open={list} onOpen={onList} />
      <span className="ml-auto flex flex-none items-center gap-1">
        <CopyDraft text={text} platform={platform} />
        <ExportDraft draft={{ title, text, citations }} />
        {written === null && <KeepDraft draftId={draft.id} number={number} />}
        <DraftMenu draft={draft} />
      </span>
    </footer>
  );
}

interface KeepDraftProps {
  readonly draftId: string;
  /** Of the version. */
  readonly number: number;
}

/** Keeps a version in the library, alone or for what other slices make of it. */
function KeepDraft({ draftId, number }: KeepDraftProps) {
  const { isPending, keep, keepFor } = useKeepDraft(draftId, number);
  const composition = useContext(PageCompositionContext);
  const actions = composition ? contributionsOf(composition).flatMap(({ textAction }) => textAction ?? []) : [];
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
      {actions.map(({ Component }, index) => (
        // Contributions keep their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Component key={index} keep={keepFor} />
      ))}
    </>
  );
}

interface DraftKeeping {
  readonly isPending: boolean;
  /** Says as which source. */
  readonly keep: () => Promise<void>;
  readonly keepFor: TextActionProps['keep'];
}

/** Keeps a version as a source of the person’s own, or finds the one that it was kept as. */
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
  // The person has been told why it failed.
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
