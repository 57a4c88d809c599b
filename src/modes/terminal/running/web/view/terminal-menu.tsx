import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { PanelButton } from '#elements/web/panel-button.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import type { SessionState } from '#session/protocol.ts';
import { renameSession } from '#session/web/session-queries.ts';

import type { TerminalView } from '../../../protocol.ts';
import { recordingUrl, stopTerminal } from '../queries.ts';
import { hasEnded } from '../status-words.ts';

interface TerminalMenuProps {
  readonly state: SessionState;
  readonly terminal: TerminalView;
  /** Goes from what the terminal shows to its message in the chat. */
  readonly onShowInChat?: () => void;
}

/** The rare actions on a terminal: renaming it, its recording, and stopping it. */
export function TerminalMenu({ state: { session, title }, terminal, onShowInChat }: TerminalMenuProps) {
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const { mutate: stop, isPending } = useMutation({
    mutationFn: () => stopTerminal(session),
    onError: (error) => toast({ text: messageOf(error) }),
    onSuccess: () => setOpen(false),
  });
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = formText(event.currentTarget, 'title').trim();
    if (name !== '' && name !== title)
      renameSession(session, name).catch((error: unknown) => toast({ text: messageOf(error) }));
    setOpen(false);
  };
  return (
    <PanelButton
      label="More"
      icon={<Icon of={Ellipsis} />}
      title="This terminal"
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="max-h-[calc(100dvh-80px)] p-4"
    >
      <form onSubmit={rename} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField label="Name" name="title" defaultValue={title} maxLength={200} dir="auto" />
        </div>
        <Button type="submit" className="min-h-[38px]">
          Rename
        </Button>
      </form>
      <p className="mt-4 border-t border-line pt-3 text-sm break-words text-ink-soft">{terminal.folder}</p>
      <p className="mt-1 text-sm text-ink-faint">
        {terminal.billsKey ? 'It has the keys of the server.' : 'It has no keys of the server.'} Its output is recorded.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          className="inline-flex min-h-[34px] items-center rounded-small border border-line-strong px-3 text-sm font-medium hover:bg-raised"
          href={recordingUrl(session)}
          download
        >
          Download the recording
        </a>
        {onShowInChat && (
          <Button
            onClick={() => {
              onShowInChat();
              setOpen(false);
            }}
          >
            Show this place in the chat
          </Button>
        )}
        {!hasEnded(terminal.status) && (
          <Button isBusy={isPending} onClick={() => stop()}>
            Stop
          </Button>
        )}
      </div>
    </PanelButton>
  );
}
