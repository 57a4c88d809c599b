import { memo } from 'react';

import { Button } from '#elements/web/button.tsx';

import type { PendingMessage } from '../client/live-client.ts';
import { OwnMessage } from './message-row.tsx';

interface PendingRowProps {
  readonly pending: PendingMessage;
  readonly isConnected: boolean;
  readonly onEditAgain?: (messageId: string) => void;
}

/** A message that the server has not acknowledged, or has refused: its text is never lost. */
export const PendingRow = memo(function PendingRow({ pending, isConnected, onEditAgain }: PendingRowProps) {
  const isRefused = pending.status === 'refused';
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 wide:px-6">
      <div
        data-message-id={pending.id}
        data-author="person"
        data-status={pending.status}
        className="group relative flex flex-col pb-6"
      >
        <OwnMessage content={pending.content} />
        {isRefused ? (
          <div className="mt-1 flex flex-wrap items-center justify-end gap-2 pr-8 text-sm">
            <span role="alert" className="text-bad">
              {pending.problem ?? 'This message was refused.'}
            </span>
            {onEditAgain && <Button onClick={() => onEditAgain(pending.id)}>Edit again</Button>}
          </div>
        ) : (
          // In the space between messages, so that nothing moves once it is sent.
          <span className="appear-late absolute right-8 bottom-0 text-xs leading-6 text-ink-faint">
            {isConnected ? 'Sending' : 'Waiting for the connection'}
          </span>
        )}
      </div>
    </div>
  );
});
