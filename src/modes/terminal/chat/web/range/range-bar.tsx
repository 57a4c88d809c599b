import { useMutation } from '@tanstack/react-query';
import { useContext, useEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { useKeptNotice } from '#library/from-conversations/web/use-kept-notice.ts';
import type { AddedSources } from '#library/sources/protocol.ts';

import { ChatContext, type ChatControls, type RangeEnd } from '../chat-context.ts';

interface RangeBarProps {
  readonly from: RangeEnd;
  readonly lastId: string | undefined;
}

/** Shown above the composer while the person chooses several messages to keep. */
export function RangeBar({ from, lastId }: RangeBarProps) {
  const chat = useContext(ChatContext);
  return chat && <Choosing chat={chat} from={from} lastId={lastId} />;
}

function Choosing({ chat, from, lastId }: RangeBarProps & { readonly chat: ChatControls }) {
  const { mutate, isPending } = useKeepRange(chat);
  const bar = useRef<HTMLElement>(null);
  // The button that opened the bar is gone; with the focus here, Escape reaches the chat.
  useEffect(() => bar.current?.focus(), []);
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Keep several messages"
      className="mx-auto flex w-full max-w-[720px] flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2 text-sm wide:px-6"
    >
      <output className="min-w-[min(100%,240px)] flex-1 text-ink-soft">
        From <bdi className="text-ink">“{beginningOf(from.text)}”</bdi>. Choose the last message to keep.
      </output>
      <Button look="quiet" onClick={() => chat.range.choose(null)}>
        Cancel
      </Button>
      <Button
        isBusy={isPending}
        onClick={() => {
          if (lastId !== undefined) mutate({ from: from.messageId, to: lastId });
        }}
      >
        Keep to the end
      </Button>
    </section>
  );
}

const MAX_CHARACTERS = 60;

function beginningOf(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS).replace(/(?<!\s)\s+\S*$/u, '')} …`;
}

/**
 * Keeps the messages between two messages of a chat, including both. The server reads them, because the page holds only
 * the latest.
 */
export function useKeepRange({ session, range }: Pick<ChatControls, 'session' | 'range'>) {
  const notifyKept = useKeptNotice();
  const toast = useToast();
  return useMutation({
    mutationFn: (ends: { readonly from: string; readonly to: string }) =>
      api<AddedSources>('POST', `/api/sessions/${session}/chat/keep`, ends),
    async onSuccess({ results: [kept] }) {
      range.choose(null);
      if (kept) await notifyKept(kept);
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
}
