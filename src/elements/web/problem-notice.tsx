import { messageOf } from '#http-client/web/api.ts';

import { Button } from './button.tsx';

interface ProblemNoticeProps {
  /** Says what happened and what to do, in one or two sentences. */
  readonly message: string;
  readonly onRetry?: () => void;
}

/** Says why something cannot be shown. */
export function ProblemNotice({ message, onRetry }: ProblemNoticeProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-4">
      <p className="max-w-[62ch] text-bad">{message}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** Says in a form why it could not be sent. */
export function FailureText({ error, className = '' }: { readonly error: unknown; readonly className?: string }) {
  if (!error) return null;
  return (
    <p role="alert" className={`text-sm text-bad ${className}`}>
      {messageOf(error)}
    </p>
  );
}
