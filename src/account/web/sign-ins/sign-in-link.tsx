import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import { RenewDialog } from './renew-dialog.tsx';

/** Explains the sign-in link and offers to replace it. */
export function SignInLink() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="mb-3 text-ink-soft">
        Anyone with your link can sign in as you, and programs sign in with its token. Renew it if somebody else may
        have it.
      </p>
      <Button onClick={() => setOpen(true)}>Renew the link</Button>
      {isOpen && <RenewDialog onClose={() => setOpen(false)} />}
    </>
  );
}
