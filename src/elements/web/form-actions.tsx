import type { ReactNode } from 'react';

interface FormActionsProps {
  readonly children: ReactNode;
  /** The space above, where the form has none between its parts. */
  readonly className?: string;
}

/** The buttons that end a form or a dialog, at its right end: Cancel first, the primary one last. */
export function FormActions({ children, className = '' }: FormActionsProps) {
  return <div className={`flex flex-wrap justify-end gap-2 ${className}`}>{children}</div>;
}
