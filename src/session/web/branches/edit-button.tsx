import { Pencil } from 'lucide-react';

import type { Message } from '../../protocol.ts';
import { MESSAGE_BUTTON } from '../transcript/rows/message-button.ts';
import { useBranches } from './branches-context.ts';

/** Edits a message of the person; absent where that is not possible. */
export function EditButton({ message }: { readonly message: Message }) {
  const branches = useBranches();
  if (!branches?.mayEdit(message)) return null;
  return (
    <button
      type="button"
      aria-label="Edit message"
      title="Edit message"
      onClick={() => branches.begin(message)}
      className={MESSAGE_BUTTON}
    >
      <Pencil size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
