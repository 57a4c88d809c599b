import { ListEnd, ListStart } from 'lucide-react';
import { useContext } from 'react';

import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MESSAGE_BUTTON } from '#session/web/transcript/rows/message-button.ts';

import { ChatContext, type ChatControls } from '../chat-context.ts';
import { useKeepRange } from './use-keep-range.ts';

type Said = Pick<MessageActionProps, 'messageId' | 'text'>;

/** Keeps several messages as one source: chooses the first of them, and then the last. */
export function KeepRange({ messageId, text }: Said) {
  const chat = useContext(ChatContext);
  if (!chat) return null;
  if (chat.range.from) return <KeepUpToHere chat={chat} from={chat.range.from.messageId} to={messageId} />;
  return (
    <button
      type="button"
      aria-label="Keep from here"
      title="Keep several messages, from here"
      onClick={() => chat.range.choose({ messageId, text })}
      className={MESSAGE_BUTTON}
    >
      <ListStart size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}

interface KeepUpToHereProps {
  readonly chat: ChatControls;
  readonly from: string;
  readonly to: string;
}

function KeepUpToHere({ chat, from, to }: KeepUpToHereProps) {
  const { mutate, isPending } = useKeepRange(chat);
  return (
    <button
      type="button"
      aria-label="Keep up to here"
      title="Keep up to here"
      onClick={() => {
        if (!isPending) mutate({ from, to });
      }}
      className="inline-flex size-6 items-center justify-center rounded-small text-accent-text hover:bg-raised"
    >
      <ListEnd size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
