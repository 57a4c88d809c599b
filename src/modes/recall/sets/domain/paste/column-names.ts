import type { ColumnRole } from '../../protocol.ts';

export const MAX_COLUMN_NAME = 40;
/** Column names, in lower case. */
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

/** Fields of Anki's cloze notes: the sentence with deletions, and text that is shown with the answer. */
const CLOZE_FIELDS: readonly (readonly [RegExp, ColumnRole])[] = [
  [/^text$/u, 'question'],
  [/^(?:back extra|extra|rückseite extra)$/u, 'answer'],
];

/** Role of a column by its name; undefined if the name is unknown. */
export function roleNamed(name: string, names = NAMES): ColumnRole | undefined {
  return names.find(([pattern]) => pattern.test(name.toLowerCase().slice(0, MAX_COLUMN_NAME)))?.[1];
}

/**
 * Roles of note fields by their names in `#columns`, with the first field of each role. If the names do not include
 * both a question and an answer, the roles of question, answer and heading are omitted: the caller assigns them by
 * position.
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
