import { createContext, useContext } from 'react';

import type { EarlierVersion, Message } from '../../protocol.ts';

export interface Edited {
  readonly messageId: string;
  readonly text: string;
  /** Sent, and not answered yet. */
  readonly isSent: boolean;
}

/** Editing of sent messages, and reading of their earlier versions. */
export interface Branches {
  readonly edited: Edited | null;
  readonly mayEdit: (message: Message) => boolean;
  readonly begin: (message: Message) => void;
  readonly write: (text: string) => void;
  /** Closes the editor and leaves the message as it is. `isKept`: the next edit starts with this text. */
  readonly cancel: (isKept: boolean) => void;
  readonly resend: () => void;
  /** Opens an earlier version to read. */
  readonly read: (earlier: EarlierVersion) => void;
}

export const BranchesContext = createContext<Branches | null>(null);

/** Null where a transcript is read-only. */
export function useBranches(): Branches | null {
  return useContext(BranchesContext);
}
