import { Info, ListEnd, ListStart } from 'lucide-react';
import { useContext, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { PanelButton } from '#elements/web/panel-button.tsx';
import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MessageButton, ON_HOVER } from '#session/web/transcript/rows/message-button.tsx';

import { aboutOf } from '../../domain/shown/shown-messages.ts';
import type { Feed, Standing } from '../../protocol.ts';
import { ChatContext, type ChatControls } from '../chat-context.ts';
import { useKeepRange } from '../range/range-bar.tsx';

const STANDINGS: Readonly<Record<Standing, string>> = {
  live: 'Shown as it came. Claude Code’s transcript has not confirmed it yet.',
  verified: 'Verified against Claude Code’s transcript.',
  corrected: 'Corrected from Claude Code’s transcript. It was shown with other words before.',
  differs: 'Claude Code’s transcript says something else.',
};
const FEEDS: Readonly<Record<Feed, string>> = {
  hooks: 'Claude Code’s events',
  screen: 'the terminal’s screen',
  transcript: 'the transcript',
};

export function ChatMessageActions(message: MessageActionProps) {
  return (
    <>
      <KeepRange {...message} />
      <Provenance {...message} />
    </>
  );
}

type Said = Pick<MessageActionProps, 'messageId' | 'text'>;

/** Keeps several messages as one source: the person chooses the first, then the last. */
function KeepRange({ messageId, text }: Said) {
  const chat = useContext(ChatContext);
  if (!chat) return null;
  if (chat.range.from) return <KeepUpToHere chat={chat} from={chat.range.from.messageId} to={messageId} />;
  return (
    <MessageButton
      label="Keep from here"
      title="Keep several messages, from here"
      icon={ListStart}
      onClick={() => chat.range.choose({ messageId, text })}
    />
  );
}

function KeepUpToHere({ chat, from, to }: { readonly chat: ChatControls; readonly from: string; readonly to: string }) {
  const { mutate, isPending } = useKeepRange(chat);
  return (
    <MessageButton
      label="Keep up to here"
      icon={ListEnd}
      isShown
      onClick={() => {
        if (!isPending) mutate({ from, to });
      }}
      className="text-accent-text! hover:bg-raised"
    />
  );
}

/** Shows the standing of a message of a terminal, and finds it in the terminal. */
function Provenance({ parts, text }: MessageActionProps) {
  const chat = useContext(ChatContext);
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const about = aboutOf({ parts: [...parts] });
  if (!about || !chat) return null;
  return (
    <span
      className={`[&>button]:size-6 pointer-coarse:[&>button]:-my-2.5 pointer-coarse:[&>button]:size-11 [&>button]:text-ink-faint transition-opacity duration-(--fast) ${isOpen ? '' : ON_HOVER}`}
    >
      <PanelButton
        label="How this is known"
        icon={<Info size={14} strokeWidth={1.6} aria-hidden="true" />}
        title="How this is known"
        tabIndex={-1}
        isOpen={isOpen}
        onOpenChange={(next) => {
          setOpen(next);
          setMissing(false);
        }}
        className="p-3 text-sm"
      >
        <p>{STANDINGS[about.standing]}</p>
        <p className="mt-1 text-ink-soft">Read from {about.feeds.map((feed) => FEEDS[feed]).join(', ')}</p>
        <Button
          className="mt-3"
          onClick={() => {
            if (chat.findInTerminal(text)) setOpen(false);
            else setMissing(true);
          }}
        >
          Show in the terminal
        </Button>
        {isMissing && (
          <p role="alert" className="mt-2 text-ink-soft">
            It is no longer among the lines that the terminal keeps.
          </p>
        )}
      </PanelButton>
    </span>
  );
}
