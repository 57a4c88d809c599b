import type { ReactNode } from 'react';

import { Button } from './button.tsx';

interface FormActionsProps {
  readonly children: ReactNode;
  /** For the space above, if the form has none between its parts. */
  readonly className?: string;
}

/** The buttons that end a form or a dialog, at its right end: Cancel first, the primary one last. */
export function FormActions({ children, className = '' }: FormActionsProps) {
  return <div className={`flex flex-wrap justify-end gap-2 ${className}`}>{children}</div>;
}

interface SaveActionsProps {
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly label?: string;
  /** Further buttons, before Cancel. */
  readonly children?: ReactNode;
}

export function SaveActions({ isBusy, onCancel, label = 'Save', children }: SaveActionsProps) {
  return (
    <FormActions>
      {children}
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" look="primary" isBusy={isBusy}>
        {label}
      </Button>
    </FormActions>
  );
}
