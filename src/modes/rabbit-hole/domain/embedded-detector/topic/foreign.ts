import { foldForm } from '#text/domain/stems.ts';

/** Words of French, Spanish, Italian, Portuguese and Dutch; no English or German question contains two of them. */
const FOREIGN = new Set(
  `el los las del por para que quoi qui quel quelle quels quelles comment pourquoi quand combien est les une dans sur avec
  como cuando donde cual cuantos quien una uno nel della delle dei gli perche quando dove quanto quanti qual onde quem
  porque sont sao il lo nos aux un la le de et waarom het hoe wat een zijn niet welke`.split(/\s+/),
);
const MIN_COUNT = 2;

export function formsOf(text: string): readonly string[] {
  return (text.match(/\p{L}+/gu) ?? []).map(foldForm);
}

/** Whether the word classes of a text are unknown. */
export function isForeign(forms: readonly string[]): boolean {
  return forms.filter((form) => FOREIGN.has(form)).length >= MIN_COUNT;
}
