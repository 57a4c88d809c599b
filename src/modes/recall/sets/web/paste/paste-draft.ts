import { storedJson, storedText } from '#elements/web/page/stored.ts';

import type { WrittenPoints } from '../../protocol.ts';

/** Proposals from a pasted text, as the person edited them. */
export type WrittenDraft = Omit<WrittenPoints, 'points'> & {
  readonly findings: readonly (WrittenPoints['points'][number] & { readonly isKept: boolean })[];
};

/** The text of a set's paste dialog, stored in this tab until it is added or discarded. */
export const storedPaste = (setId: string) => storedText('sessionStorage', `warren.paste.${setId}`);
export const storedWritten = (setId: string) =>
  storedJson<WrittenDraft>('sessionStorage', `warren.paste.${setId}.written`);
