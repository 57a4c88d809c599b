import type { AccessScope } from '../protocol.ts';

/** What a program may do, in words. */
export const SCOPES: readonly { readonly scope: AccessScope; readonly label: string; readonly help: string }[] = [
  { scope: 'read', label: 'Read the library', help: 'What it reads, it may also send elsewhere.' },
  { scope: 'keep', label: 'Keep', help: 'It adds sources, marked as kept by an agent.' },
  { scope: 'recall', label: 'Recall', help: 'It sees how much is due and the next question, and proposes points.' },
  {
    scope: 'capture',
    label: 'Capture only',
    help: 'For a phone or a script: it adds to the inbox over HTTP, and reads nothing.',
  },
];
