import type { AccessScope } from '../protocol.ts';

interface ScopeInWords {
  readonly scope: AccessScope;
  readonly label: string;
  /** Its meaning for the person. */
  readonly help: string;
}

/** The permissions of programs, in words. */
export const SCOPES: readonly ScopeInWords[] = [
  {
    scope: 'read',
    label: 'Read the library',
    help: 'It searches and reads your sources and drafts. What it reads, it may also send elsewhere.',
  },
  {
    scope: 'keep',
    label: 'Keep',
    help: 'It adds sources, marked as kept by an agent. For a link, Warren fetches that address, so the program can send words to it.',
  },
  {
    scope: 'recall',
    label: 'Recall',
    help: 'It sees how much is due and the next question, and proposes points, which wait until you accept them. No bucket limits this.',
  },
  {
    scope: 'capture',
    label: 'Capture only',
    help: 'For a phone or a script, which adds to the inbox over HTTP and reads nothing.',
  },
];
