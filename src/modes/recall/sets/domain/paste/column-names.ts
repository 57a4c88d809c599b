import type { ColumnRole } from '../../protocol.ts';

export const MAX_COLUMN_NAME = 40;
/** Names of columns, in small letters. */
const NAMES: readonly (readonly [RegExp, ColumnRole])[] = [
  [
    /^(?:question|front|prompt|term|word|key|frage|vorderseite|anverso|fronte|frente|begriff|wort|recto|terme|pregunta|término|domanda)$/u,
    'question',
  ],
  [
    /^(?:answer|back|definition|meaning|point|translation|value|text|antwort|rückseite|bedeutung|übersetzung|réponse|verso|reverso|retro|définition|respuesta|definición|risposta)$/u,
    'answer',
  ],
  [/^(?:tags?|labels?|schlagwörter|étiquettes|etiquetas)$/u, 'tags'],
  [/^(?:context|heading|topic|chapter|category|thema|kapitel)$/u, 'heading'],
  [/^deleted$/u, 'deleted'],
  [/^(?:deck|set|stapel|paquet|mazo)$/u, 'deck'],
];

/** Fields of cloze notes: the sentence with its gaps comes before what is shown with the answer. */
const CLOZE_FIELDS: readonly (readonly [RegExp, ColumnRole])[] = [
  [/^text$/u, 'question'],
  [/^(?:back extra|extra|rückseite extra)$/u, 'answer'],
];

/** What a column is for by its name; undefined if the name says nothing. */
export function roleNamed(name: string, names = NAMES): ColumnRole | undefined {
  return names.find(([pattern]) => pattern.test(name.toLowerCase().slice(0, MAX_COLUMN_NAME)))?.[1];
}

/**
 * What fields of notes are for: the first of each role, by their names in `#columns`. Unless both a question and an
 * answer are named, only tags and set are: the others have their role by their place.
 */
export function rolesOfFields(names: readonly string[]): ReadonlyMap<ColumnRole, number> {
  const roles = new Map<ColumnRole, number>();
  for (const [index, name] of names.entries()) {
    const role = roleNamed(name, CLOZE_FIELDS) ?? roleNamed(name);
    if (role && !roles.has(role)) roles.set(role, index);
  }
  if (!roles.has('question') || !roles.has('answer'))
    for (const role of ['question', 'answer', 'heading'] as const) roles.delete(role);
  return roles;
}
