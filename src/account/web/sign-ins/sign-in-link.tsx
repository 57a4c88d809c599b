import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { ShownOnce } from '#elements/web/shown-once.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { TokenAnswer } from '../../protocol.ts';
import { signInsQuery } from '../queries.ts';

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

/** Asks, renews the token, and shows the new link once. */
function RenewDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [link, setLink] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const renew = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { token } = await api<TokenAnswer>('POST', '/api/me/token');
      setLink(`${location.origin}/#token=${encodeURIComponent(token)}`);
      await queries.invalidateQueries({ queryKey: signInsQuery.queryKey });
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  if (link !== null)
    return (
      <ShownOnce
        title="Your new sign-in link"
        description="It is shown only now. Keep it where you keep passwords."
        label="Link"
        value={link}
        onDone={onClose}
      />
    );
  return (
    <Dialog
      title="Renew your sign-in link?"
      description="The old link and its token stop working at once. Every other browser and program of yours is signed out, and the access tokens of programs are withdrawn; this browser stays signed in."
      onClose={onClose}
    >
      {problem !== null && (
        <p role="alert" className="mt-3 text-bad">
          {problem}
        </p>
      )}
      <FormActions className="mt-4">
        <Button onClick={onClose}>Keep the old one</Button>
        <Button look="primary" isBusy={isBusy} onClick={() => void renew()}>
          Renew it
        </Button>
      </FormActions>
    </Dialog>
  );
}
