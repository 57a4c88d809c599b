import { Button } from '#elements/web/button.tsx';

import { useSamples } from '../use-samples.ts';

/** Says that the library contains samples, with a button that removes them. */
export function Samples() {
  const { remove, isPending } = useSamples();
  return (
    <div className="text-xs leading-normal text-ink-faint">
      Some sources are samples.
      <Button look="quiet" className="-ml-3" isBusy={isPending} onClick={remove}>
        Remove the samples
      </Button>
    </div>
  );
}
