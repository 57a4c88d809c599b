import { useState } from 'react';

import { newId } from '#session/web/new-id.ts';

import { PasteDialog } from './paste/paste-dialog.tsx';

/** Makes a set of a name and points, one a line. */
export function NewSetDialog({ onClose }: { readonly onClose: () => void }) {
  // One set, however often the request is sent.
  const [id] = useState(newId);
  return <PasteDialog setId={id} isNew onClose={onClose} />;
}
