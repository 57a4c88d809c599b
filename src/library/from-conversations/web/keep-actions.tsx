import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkCheck } from 'lucide-react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { withoutDirectionMarks } from '#kernel/clean-text.ts';
import { isBranch, TRUNK } from '#session/domain/thread.ts';
import type {
  ConversationActionProps,
  MessageActionProps,
  SelectionActionProps,
} from '#session/web/contribution/contribution.ts';
import { MessageButton } from '#session/web/transcript/rows/message-button.tsx';

import type { AddedSources, KeptFrom, NewSource } from '../../sources/protocol.ts';
import { LIBRARY_KEY } from '../../storage/web/library-query.ts';
import { useOpenSource } from '../../storage/web/use-open-source.ts';
import type { KeptSources } from '../protocol.ts';
import { keepWords, useKeptNotice } from './use-kept-notice.ts';

/** All other threads are the trunk and earlier versions of it. */
const isHole = (thread: string) => thread !== TRUNK && !isBranch(thread);

/** Keeps a message as a source, or opens the source that it was already kept as. */
export function KeepButton({ session, messageId, thread, text }: MessageActionProps) {
  const from = { session, messageId, ...(isHole(thread) && { holeId: thread }) };
  const { sourceId, isPending, keep, open } = useKeep(from);
  const isKept = sourceId !== undefined;
  return (
    <MessageButton
      label={isKept ? 'Open the source' : 'Keep as source'}
      icon={isKept ? BookmarkCheck : Bookmark}
      isShown={isKept}
      onClick={() => {
        if (isKept) open(sourceId);
        else if (!isPending) keep({ content: text });
      }}
    />
  );
}

/** Keeps a whole rabbit hole as a source, or opens the source that it was already kept as. */
export function KeepConversation({ session, thread, title, messages }: ConversationActionProps) {
  const { sourceId, isPending, keep, open } = useKeep({ session, holeId: thread });
  if (messages.every(({ author }) => author === 'person')) return null;
  if (sourceId !== undefined) return <Button onClick={() => open(sourceId)}>Open the source</Button>;
  return (
    <Button
      isBusy={isPending}
      onClick={() => keep({ title: withoutDirectionMarks(title), content: conversationText(messages) })}
    >
      Keep all as a source
    </Button>
  );
}

/** Formats a conversation as Markdown, with the person's words as quotes between the answers. */
function conversationText(messages: ConversationActionProps['messages']): string {
  return messages
    .map(({ author, content }) => (author === 'person' ? content.replace(/^/gm, '> ') : content))
    .join('\n\n');
}

export function KeepSelection({ session, thread, text, onDone }: SelectionActionProps) {
  const notify = useKeptNotice();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => keepWords({ session, thread, text }),
    async onSuccess(kept) {
      await notify(kept);
      onDone();
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return (
    <IconButton
      label="Keep the selected words as source"
      onClick={() => {
        if (!isPending) mutate();
      }}
      className="border border-line-strong bg-surface shadow-float"
    >
      <Icon of={Bookmark} />
    </IconButton>
  );
}

function keptQuery(session: string) {
  return queryOptions({
    queryKey: [LIBRARY_KEY, 'kept', session],
    queryFn: async () => (await api<KeptSources>('GET', `/api/library/kept?session=${session}`)).kept,
  });
}

/** Stores a message as a source. `sourceId`: the stored source, or undefined if there is none yet. */
function useKeep(from: KeptFrom) {
  const { session, messageId = null, holeId = null, lastMessageId = null } = from;
  const notify = useKeptNotice();
  const toast = useToast();
  const open = useOpenSource();
  const { data: kept } = useQuery(keptQuery(session));
  const isSame = (each: KeptSources['kept'][number]) =>
    each.messageId === messageId &&
    each.lastMessageId === lastMessageId &&
    (messageId !== null || each.holeId === holeId);
  const { mutate: keep, isPending } = useMutation({
    mutationFn: (words: Pick<NewSource, 'title' | 'content'>) =>
      api<AddedSources>('POST', '/api/library/sources', { sources: [{ ...words, from }] }),
    async onSuccess({ results: [result] }) {
      if (result) await notify(result);
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return { sourceId: kept?.find(isSame)?.sourceId, isPending, keep, open };
}
