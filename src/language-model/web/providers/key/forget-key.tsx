import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import { useFirstField } from '../../use-first-field.ts';
import { useFocusAfterClose } from '../../use-focus-after-close.ts';

interface ForgetKeyProps {
  readonly keyEnd: string;
  readonly isBusy: boolean;
  readonly onForget: () => void;
}

/** Deleting a key cannot be undone, so the person has to confirm it. */
export function ForgetKey({ keyEnd, isBusy, onForget }: ForgetKeyProps) {
  const [isAsking, setAsking] = useState(false);
  const ask = useFocusAfterClose(isAsking);
  if (!isAsking)
    return (
      <Button ref={ask} look="quiet" onClick={() => setAsking(true)}>
        Forget the key
      </Button>
    );
  return <Confirmation keyEnd={keyEnd} isBusy={isBusy} onForget={onForget} onKeep={() => setAsking(false)} />;
}

function Confirmation({ keyEnd, isBusy, onForget, onKeep }: ForgetKeyProps & { readonly onKeep: () => void }) {
  const first = useFirstField<HTMLFieldSetElement>();
  return (
    <fieldset ref={first} className="w-full border-l-2 border-warn pl-3.5">
      <legend className="sr-only">Forget the key</legend>
      <p className="max-w-[62ch] text-sm text-ink-soft">
        {keyEnd === '' ? 'Your key' : `The key that ends in …${keyEnd}`} will be deleted and cannot be brought back.
        Until there is another, embedded agents play the roles it was used for.
      </p>
      <div className="mt-2 flex gap-2">
        <Button onClick={onKeep}>Keep it</Button>
        <Button look="quiet" isBusy={isBusy} onClick={onForget}>
          Forget it
        </Button>
      </div>
    </fieldset>
  );
}
