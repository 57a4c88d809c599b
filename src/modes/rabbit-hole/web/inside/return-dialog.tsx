import { AlertDialog } from 'radix-ui';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { focusBack } from '#elements/web/focus/use-focus-kept.ts';
import { FormActions } from '#elements/web/form-actions.tsx';

interface ReturnDialogProps {
  /** The return was requested already. */
  readonly isReturning?: boolean;
  readonly onReturn: () => void;
  /** Absent if the trunk takes no findings. */
  readonly onReturnWith?: (() => void) | undefined;
  readonly onStay: () => void;
}

/** Asks for confirmation of Escape, which may have been meant for something else. Nothing is lost either way. */
export function ReturnDialog({ isReturning = false, onReturn, onReturnWith, onStay }: ReturnDialogProps) {
  const [before] = useState(() => document.activeElement);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onStay()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="appear fixed inset-0 z-20 bg-[rgb(20_16_8/0.3)]" />
        <AlertDialog.Content
          data-mode="rabbit-hole"
          onOpenAutoFocus={(event) => {
            if (!(event.currentTarget instanceof HTMLElement)) return;
            event.preventDefault();
            event.currentTarget.querySelector<HTMLElement>('[data-return]')?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusBack(before);
          }}
          className="appear fixed top-1/2 left-1/2 z-30 w-[min(420px,calc(100vw-24px))] -translate-x-1/2 -translate-y-1/2 rounded-medium border border-line bg-surface p-5 shadow-float"
        >
          <AlertDialog.Title className="font-serif text-lg leading-snug font-semibold text-ink">
            Return to the session?
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-ink-soft">The conversation is kept.</AlertDialog.Description>
          <FormActions className="mt-4">
            <AlertDialog.Cancel asChild>
              <Button>Stay</Button>
            </AlertDialog.Cancel>
            {onReturnWith && <Button onClick={onReturnWith}>Return with findings</Button>}
            <AlertDialog.Action asChild>
              <Button look="primary" data-return isBusy={isReturning} onClick={onReturn}>
                Return
              </Button>
            </AlertDialog.Action>
          </FormActions>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
