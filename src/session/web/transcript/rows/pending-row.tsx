import { memo } from 'react';

import { Button } from '#elements/web/button.tsx';

import type { PendingMessage } from '../../client/live-client.ts';
import { Aside, OwnMessage } from './message-row.tsx';

interface PendingRowProps {
  readonly pending: PendingMessage;
  readonly isConnected: boolean;
  readonly onEditAgain?: (messageId: string, isRequest: boolean) => void;
}

/** A message that the server has not acknowledged, or has refused. Its text is never lost. */
export const PendingRow = memo(function PendingRow({ pending, isConnected, onEditAgain }: PendingRowProps) {
  const isRefused = pending.status === 'refused';
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 wide:px-6">
      <div
        data-message-id={pending.id}
        data-author="person"
        data-status={pending.status}
        tabIndex={-1}
        className="group relative flex flex-col rounded-small pb-6 -outline-offset-2"
      >
        <OwnMessage
          content={pending.content}
          aside={
            !isRefused && (
              <Aside className="appear-late">{isConnected ? 'Sending' : 'Waiting for the connection'}</Aside>
            )
          }
        />
        {isRefused && (
          <div className="mt-1 flex flex-wrap items-center justify-end gap-2 text-sm">
            <span role="alert" className="text-bad">
              {pending.problem ?? 'This message was refused.'}
            </span>
            {onEditAgain && (
              <Button onClick={() => onEditAgain(pending.id, pending.isRequest)}>
                {pending.isRequest ? 'Remove' : 'Edit again'}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
});
