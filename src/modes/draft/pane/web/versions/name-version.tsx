import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';

import type { VersionHead } from '../../../protocol.ts';
import { useChangeDraft } from '../use-change-draft.ts';

interface NameVersionProps {
  readonly draftId: string;
  readonly version: VersionHead;
  readonly className: string;
}

/** Gives a version a name, or takes it away. */
export function NameVersion({ draftId, version: { number, name }, className }: NameVersionProps) {
  const [isOpen, setOpen] = useState(false);
  const change = useChangeDraft(draftId);
  if (!isOpen)
    return (
      <Button look="quiet" className={className} onClick={() => setOpen(true)}>
        {name === null ? 'Name it' : 'Rename'}
      </Button>
    );
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = formText(event.currentTarget, 'name').trim();
    setOpen(false);
    void change('PATCH', `/versions/${String(number)}`, { name: given === '' ? null : given });
  };
  return (
    <form onSubmit={save} className="flex w-full items-end gap-2 pl-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={`Name of version ${String(number)}`}
          name="name"
          defaultValue={name ?? ''}
          maxLength={120}
          // It was asked for.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
      </div>
      <Button type="submit" className="min-h-[38px]">
        Save
      </Button>
    </form>
  );
}
