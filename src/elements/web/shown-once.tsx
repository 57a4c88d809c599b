import { type ReactNode, useEffect, useRef, useState } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormActions } from './form-actions.tsx';
import { TextField } from './text-field.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly description: string;
  readonly label: string;
  readonly value: string;
  readonly onDone: () => void;
  /** Instructions for its use. */
  readonly children?: ReactNode;
}

/** A secret to copy that cannot be shown again. */
export function ShownOnce({ title, description, label, value, onDone, children }: ShownOnceProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => field.current?.select(), []);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => field.current?.select(),
    );
  };
  return (
    <Dialog title={title} description={description} onClose={onDone} mayClose={false}>
      <div className="mt-4">
        <TextField ref={field} label={label} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
      </div>
      {children && <div className="mt-4 min-w-0">{children}</div>}
      <FormActions className="mt-4">
        {/* Only a secure origin can write to the clipboard. */}
        {'clipboard' in navigator && <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy'}</Button>}
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </FormActions>
    </Dialog>
  );
}
