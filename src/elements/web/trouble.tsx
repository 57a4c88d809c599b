import { Button } from './button.tsx';

interface TroubleProps {
  /** What happened and what to do, in one or two sentences. */
  readonly message: string;
  readonly onRetry?: () => void;
}

/** Something could not be shown. */
export function Trouble({ message, onRetry }: TroubleProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-4">
      <p className="max-w-[62ch] text-bad">{message}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
