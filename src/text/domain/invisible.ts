/** Soft hyphens, zero-width characters, marks of direction, and selectors of a variant: none is seen, or says anything. */
export const INVISIBLE = /[\p{Cf}\u034f\u180b-\u180f\ufe00-\ufe0f\u{e0000}-\u{e01ef}]/gu;

export function withoutInvisible(text: string): string {
  return /[^ -~\s]/.test(text) ? text.replace(INVISIBLE, '') : text;
}

/** Ligatures, letters as their shapes in a word, forms of full and half width, and radicals that stand for ideographs. */
const FORMS = /[\ufb00-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc\uff01-\uffee\u2f00-\u2fd5\uf900-\ufaff]/gu;

/** The letters that forms of them stand for. Raised and lowered numbers stay: 10⁶ is not 106. */
export function withoutForms(text: string): string {
  return text.replace(FORMS, (form) => form.normalize('NFKC'));
}
