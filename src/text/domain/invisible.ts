/** Soft hyphens, zero-width characters, direction marks, and variation selectors: invisible and without meaning. */
export const INVISIBLE = /[\p{Cf}\u034f\u180b-\u180f\ufe00-\ufe0f\u{e0000}-\u{e01ef}]/gu;

export function withoutInvisible(text: string): string {
  return /[^ -~\s]/.test(text) ? text.replace(INVISIBLE, '') : text;
}

/** Ligatures, presentation forms, half-width and full-width forms, and radicals used for ideographs. */
const FORMS = /[\ufb00-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc\uff01-\uffee\u2f00-\u2fd5\uf900-\ufaff]/gu;

/** Replaces such forms by plain letters. Superscript and subscript numbers remain: 10⁶ is not 106. */
export function withoutForms(text: string): string {
  return text.replace(FORMS, (form) => form.normalize('NFKC'));
}
