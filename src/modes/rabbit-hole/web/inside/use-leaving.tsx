import { type ReactNode, useCallback, useState } from 'react';

import { FindingsReturn } from './findings-return.tsx';
import { ReturnDialog } from './return-dialog.tsx';

interface LeavingProps {
  /** The open hole; null without one. */
  readonly holeId: string | null;
  readonly topic: string;
  /** The host's trunk takes findings. */
  readonly takesFindings: boolean;
  readonly isReturning: boolean;
  readonly onReturn: () => void;
  readonly onReturnWith: (findings: string) => void;
}

interface Leaving {
  readonly dialog: ReactNode;
  readonly askToLeave: () => void;
  /** Asks for findings and then returns; absent if the trunk takes none. */
  readonly askForFindings?: () => void;
}

/** The dialogs before a return from a hole. */
export function useLeaving({ holeId, topic, takesFindings, isReturning, ...on }: LeavingProps): Leaving {
  const [by, setBy] = useState<'return' | 'findings' | null>(null);
  const askToLeave = useCallback(() => setBy('return'), []);
  const askForFindings = useCallback(() => setBy('findings'), []);
  // Runs after the return.
  if (holeId === null && by !== null) setBy(null);
  const dialog =
    by === 'findings' && holeId !== null ? (
      <FindingsReturn
        holeId={holeId}
        topic={topic}
        isReturning={isReturning}
        onReturn={on.onReturnWith}
        onStay={() => setBy(null)}
      />
    ) : (
      by === 'return' &&
      holeId !== null && (
        <ReturnDialog
          isReturning={isReturning}
          onReturn={on.onReturn}
          onReturnWith={takesFindings ? askForFindings : undefined}
          onStay={() => setBy((now) => (now === 'return' ? null : now))}
        />
      )
    );
  return { dialog, askToLeave, ...(takesFindings && { askForFindings }) };
}
