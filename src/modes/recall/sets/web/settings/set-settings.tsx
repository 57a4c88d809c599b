import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import type { SetSummary } from '../../protocol.ts';
import { SetSettingsDialog } from './set-settings-dialog.tsx';

export function SetSettingsButton({ set }: { readonly set: SetSummary }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Settings
      </Button>
      {isOpen && <SetSettingsDialog set={set} onClose={() => setOpen(false)} />}
    </>
  );
}
