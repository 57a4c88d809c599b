import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import { useFirstField } from '../../use-first-field.ts';
import { useFocusAfterClose } from '../../use-focus-after-close.ts';

interface RemoveKeyProps {
  readonly keyEnd: string;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

/** Removing a key cannot be undone, so the person has to confirm it. */
export function RemoveKey({ keyEnd, isBusy, onRemove }: RemoveKeyProps) {
  const [isAsking, setAsking] = useState(false);
  const ask = useFocusAfterClose(isAsking);
  if (!isAsking)
    return (
      <Button ref={ask} look="quiet" onClick={() => setAsking(true)}>
        Remove the key
      </Button>
    );
  return <Confirmation keyEnd={keyEnd} isBusy={isBusy} onRemove={onRemove} onKeep={() => setAsking(false)} />;
}

function Confirmation({ keyEnd, isBusy, onRemove, onKeep }: RemoveKeyProps & { readonly onKeep: () => void }) {
  const first = useFirstField<HTMLFieldSetElement>();
  return (
    <fieldset ref={first} className="w-full border-l-2 border-warn pl-3.5">
      <legend className="sr-only">Remove the key</legend>
      <p className="max-w-[62ch] text-sm text-ink-soft">
        {keyEnd === '' ? 'Your key' : `The key that ends in …${keyEnd}`} will be removed and cannot be brought back.
        Until there is another, embedded agents answer where it was used.
      </p>
      <div className="mt-2 flex gap-2">
        <Button onClick={onKeep}>Keep it</Button>
        <Button look="quiet" isBusy={isBusy} onClick={onRemove}>
          Remove it
        </Button>
      </div>
    </fieldset>
  );
}
