import { Ellipsis } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { PanelButton } from '#elements/web/panel-button.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { SessionUsageLine } from '#language-model/web/session-usage.tsx';
import type { SessionState } from '#session/protocol.ts';

interface SessionMenuProps {
  readonly state: SessionState;
  /** The name of the agent that answers now. */
  readonly answering: string;
  readonly onRename: (title: string) => void;
  /** Given while an inner mode is open, where no other button leaves the session. */
  readonly onLeave?: () => void;
  /** Further settings of the session. */
  readonly children?: ReactNode;
}

/** Rare actions of a session: rename it, change its voice. Also shows who answers and what it cost. */
export function SessionMenu({ state, answering, onRename, onLeave, children }: SessionMenuProps) {
  const { title } = state;
  const [isOpen, setOpen] = useState(false);
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = formText(event.currentTarget, 'title').trim();
    if (name !== '' && name !== title) onRename(name);
    setOpen(false);
  };
  return (
    <PanelButton
      label="More"
      icon={<Icon of={Ellipsis} />}
      title="This session"
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
      {children && <div className="mt-4">{children}</div>}
      <p className="mt-4 border-t border-line pt-3 text-sm text-ink-soft">
        <span className="font-medium text-ink">{answering}</span> answers here.
      </p>
      <div className="mt-1.5">
        <SessionUsageLine sessionId={state.session} />
      </div>
      {onLeave && (
        <div className="mt-3 border-t border-line pt-3">
          <p className="mb-2 text-sm text-ink-soft">What you explore stays open until you come back.</p>
          <Button
            onClick={() => {
              setOpen(false);
              onLeave();
            }}
          >
            Leave
          </Button>
        </div>
      )}
    </PanelButton>
  );
}
