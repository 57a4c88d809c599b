import { fieldsOf, listIn, textIn } from './shown/input-fields.ts';

/** A dialog shows only the beginning of a long text. */
const MAX_WORDS = 120;
const PATHS = ['file_path', 'notebook_path', 'path'];
const TEXTS = ['command', 'pattern', 'query', 'url', 'skill', 'plan'];

/** Removes spaces and the frames that a terminal draws. */
const squeezed = (text: string) => text.replaceAll(/[\s─-╿▔]+/gu, '');

/**
 * Returns the index of the request that a dialog is about: the input most of whose words it shows. Null if it shows
 * none of them, or as much of two of them.
 */
export function askedInDialog(rows: readonly string[], inputs: readonly unknown[]): number | null {
  const shown = squeezed(rows.join(''));
  const lengths = inputs.map((input) => shownLength(shown, input));
  const most = Math.max(0, ...lengths);
  const index = lengths.indexOf(most);
  return most > 0 && index === lengths.lastIndexOf(most) ? index : null;
}

/** The number of characters of the input's subject that are shown. */
function shownLength(shown: string, input: unknown): number {
  const fields = fieldsOf(input);
  const texts = TEXTS.flatMap((name) => textIn(fields, name) ?? []);
  const questions = listIn(fields, 'questions').flatMap((asked) => textIn(asked, 'question') ?? []);
  // The dialog shows paths relative to the folder.
  const paths = PATHS.flatMap((name) => endsOf(textIn(fields, name) ?? ''));
  const words = [...texts, ...questions, ...paths].map((text) => squeezed(text).slice(0, MAX_WORDS));
  return Math.max(0, ...words.map((text) => (shown.includes(text) ? text.length : 0)));
}

const endsOf = (path: string) => path.split('/').map((_, index, parts) => parts.slice(index).join('/'));
