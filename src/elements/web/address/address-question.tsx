import { type MouseEvent, useEffect, useState } from 'react';

import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { FormActions } from '../form-actions.tsx';
import { addressNotes } from './address-notes.ts';
import { isToBeShown, onAddressAsked, openAddress, openAtOnce } from './open-address.ts';

/** Shows the address of a link before it opens. Mounted once per page. */
export function AddressQuestion() {
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => onAddressAsked(setHref), []);
  if (href === null) return null;
  const notes = addressNotes(href);
  return (
    <Dialog title="Open this address?" description="The link leads here." onClose={() => setHref(null)}>
      <p
        dir="ltr"
        className="mt-3 max-h-[30dvh] overflow-auto rounded-small bg-sunken px-2.5 py-2 font-mono text-xs [overflow-wrap:anywhere]"
      >
        {href}
      </p>
      {notes.map((note) => (
        <p key={note} role="alert" className="mt-2 text-sm text-bad">
          {note}
        </p>
      ))}
      <FormActions className="mt-4">
        <Button look="quiet" onClick={() => setHref(null)}>
          Cancel
        </Button>
        <Button
          look={notes.length === 0 ? 'primary' : 'outlined'}
          onClick={() => {
            setHref(null);
            openAtOnce(href);
          }}
        >
          Open
        </Button>
      </FormActions>
    </Dialog>
  );
}

/**
 * Click handler of a link to the web: a plain click shows the address first if the text differs. The browser handles
 * other clicks.
 */
export function showAddress(event: MouseEvent<HTMLAnchorElement>): void {
  const { href, textContent } = event.currentTarget;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (!isToBeShown(href, textContent)) return;
  event.preventDefault();
  openAddress(href, textContent);
}
