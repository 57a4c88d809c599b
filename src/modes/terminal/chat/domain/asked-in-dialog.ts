import { fieldsOf, listIn, textIn } from './shown/input-fields.ts';

/** A dialog shows the beginning of a long text. */
const MAX_WORDS = 120;
const PATHS = ['file_path', 'notebook_path', 'path'];
const TEXTS = ['command', 'pattern', 'query', 'url', 'skill', 'plan'];

/** Without what wrapping and frames put in between. */
const squeezed = (text: string) => text.replaceAll(/[\s─-╿▔]+/gu, '');

/**
 * The place of the request that a dialog is about, by the inputs of all that wait: the one most of whose words it
 * shows. Null where that cannot be told, as when it shows none of them, or two that are alike.
 */
export function askedInDialog(rows: readonly string[], inputs: readonly unknown[]): number | null {
  const shown = squeezed(rows.join(''));
  const lengths = inputs.map((input) => shownLength(shown, input));
  const most = Math.max(0, ...lengths);
  const index = lengths.indexOf(most);
  return most > 0 && index === lengths.lastIndexOf(most) ? index : null;
}

/** The number of characters that are shown of the subject of the input. */
function shownLength(shown: string, input: unknown): number {
  const fields = fieldsOf(input);
  const texts = TEXTS.flatMap((name) => textIn(fields, name) ?? []);
  const questions = listIn(fields, 'questions').flatMap((asked) => textIn(asked, 'question') ?? []);
  // It is shown as seen from the folder.
  const paths = PATHS.flatMap((name) => endsOf(textIn(fields, name) ?? ''));
  const words = [...texts, ...questions, ...paths].map((text) => squeezed(text).slice(0, MAX_WORDS));
  return Math.max(0, ...words.map((text) => (shown.includes(text) ? text.length : 0)));
}

const endsOf = (path: string) => path.split('/').map((_, index, parts) => parts.slice(index).join('/'));
