import type { WrittenPoints } from '../../protocol.ts';

/** Proposals from a pasted text, as the person edited them. */
export type WrittenDraft = Omit<WrittenPoints, 'points'> & {
  readonly findings: readonly (WrittenPoints['points'][number] & { readonly isKept: boolean })[];
};

/** What stands in a set's paste dialog, kept in this tab until it is added or discarded. */
const keyOf = (setId: string) => `warren.paste.${setId}`;
const writtenKeyOf = (setId: string) => `warren.paste.${setId}.written`;

export function readPasteDraft(setId: string): string {
  return read(keyOf(setId)) ?? '';
}

export function keepPaste(setId: string, text: string): void {
  keep(keyOf(setId), text === '' ? null : text);
}

export function readWrittenDraft(setId: string): WrittenDraft | null {
  const kept = read(writtenKeyOf(setId));
  return kept === null ? null : (JSON.parse(kept) as WrittenDraft);
}

export function keepWritten(setId: string, draft: WrittenDraft | null): void {
  keep(writtenKeyOf(setId), draft && JSON.stringify(draft));
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage is full or denied; the text remains in the field.
  }
}
