import type { WrittenPoints } from '../../protocol.ts';

/** Proposals from a pasted text, as the person edited them. */
export type WrittenDraft = Omit<WrittenPoints, 'points'> & {
  readonly findings: readonly (WrittenPoints['points'][number] & { readonly isKept: boolean })[];
};

/** The text of a set's paste dialog, stored in this tab until it is added or discarded. */
const keyOf = (setId: string) => `warren.paste.${setId}`;
const writtenKeyOf = (setId: string) => `warren.paste.${setId}.written`;

export function readPasteDraft(setId: string): string {
  return read(keyOf(setId)) ?? '';
}

export function storePaste(setId: string, text: string): void {
  store(keyOf(setId), text === '' ? null : text);
}

export function readWrittenDraft(setId: string): WrittenDraft | null {
  const stored = read(writtenKeyOf(setId));
  return stored === null ? null : (JSON.parse(stored) as WrittenDraft);
}

export function storeWritten(setId: string, draft: WrittenDraft | null): void {
  store(writtenKeyOf(setId), draft && JSON.stringify(draft));
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage is full or denied; the text remains in the field.
  }
}
