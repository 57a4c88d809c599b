const CONSONANT_BEFORE_S = /[bdfghklmnt]s$/;
const CONSONANT_BEFORE_ST = /[bdfghklmnt]st$/;

/** Removes the endings of German declension: Savoy's light stemmer. The form is folded, so umlauts are gone. */
export function stemGerman(form: string): string {
  return withoutDegree(withoutCase(form));
}

function withoutCase(form: string): string {
  if (form.length > 5 && form.endsWith('ern')) return form.slice(0, -3);
  if (form.length > 4 && /e[mnrs]$/.test(form)) return form.slice(0, -2);
  if (form.length > 3 && form.endsWith('e')) return form.slice(0, -1);
  return form.length > 3 && CONSONANT_BEFORE_S.test(form) ? form.slice(0, -1) : form;
}

function withoutDegree(form: string): string {
  if (form.length > 5 && form.endsWith('est')) return form.slice(0, -3);
  if (form.length > 4 && /e[rn]$/.test(form)) return form.slice(0, -2);
  return form.length > 4 && CONSONANT_BEFORE_ST.test(form) ? form.slice(0, -2) : form;
}
