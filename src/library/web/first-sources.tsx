import { useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';

import { openCapture } from '../capture/web/capture-opening.ts';
import { Samples } from '../sources/web/filters/samples.tsx';
import { useSamples } from '../sources/web/use-samples.ts';

/** How to begin with the library, before there has been any session. */
export function FirstSources({ hasSamples }: { readonly hasSamples: boolean }) {
  const navigate = useNavigate();
  const { add, isPending } = useSamples(() => void navigate({ to: '/library' }));
  return (
    <>
      <p className="max-w-[62ch] text-ink-soft">
        Notes, links, articles and files. What comes up in a session can be kept here, and what is here can become
        points to recall.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button onClick={() => openCapture()}>Add a source</Button>
        {hasSamples ? (
          <Button look="quiet" onClick={() => void navigate({ to: '/library' })}>
            Look at the samples
          </Button>
        ) : (
          <Button look="quiet" isBusy={isPending} onClick={add}>
            Try it with samples
          </Button>
        )}
      </div>
      {hasSamples && <Samples />}
    </>
  );
}
