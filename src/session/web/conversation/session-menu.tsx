import { Ellipsis } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { PanelButton } from '#elements/web/panel-button.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { agentName } from '#kernel/built-in.ts';

interface SessionMenuProps {
  readonly label: string;
  readonly title: string;
  readonly onRename: (title: string) => void;
  readonly children: (close: () => void) => ReactNode;
}

/** Rare actions on a session: renaming it, and those of its mode. */
export function SessionMenu({ label, title, onRename, children }: SessionMenuProps) {
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
      title={label}
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="max-h-[calc(var(--seen-height,100dvh)-80px)] p-4"
    >
      <form onSubmit={rename} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField label="Name" name="title" defaultValue={title} maxLength={200} dir="auto" />
        </div>
        <Button type="submit" className="min-h-[38px]">
          Rename
        </Button>
      </form>
      {children(() => setOpen(false))}
    </PanelButton>
  );
}

/** The name of the agent that answers now. */
export function Answering({ agent }: { readonly agent: string }) {
  return (
    <p className="mt-4 border-t border-line pt-3 text-sm text-ink-soft">
      Answers here: <span className="font-medium text-ink">{agentName(agent)}</span>
    </p>
  );
}

interface LeavingProps {
  readonly about: string;
  readonly label: string;
  readonly close: () => void;
  readonly onLeave: () => void;
}

/** Leaves the session, for pages without another such button. */
export function Leaving({ about, label, close, onLeave }: LeavingProps) {
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="mb-2 text-sm text-ink-soft">{about}</p>
      <Button
        onClick={() => {
          close();
          onLeave();
        }}
      >
        {label}
      </Button>
    </div>
  );
}

/** Leaves an inner mode, which waits until the person returns. */
export function LeavingInner(props: Pick<LeavingProps, 'close' | 'onLeave'>) {
  return <Leaving {...props} about="What you explore stays open until you come back." label="Leave" />;
}
