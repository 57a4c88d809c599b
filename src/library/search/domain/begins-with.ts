import { plainText } from '#text/domain/plain-text.ts';
import { wordsIn } from '#text/domain/words-in.ts';

/** In characters. Longer than any title and the markup before it. */
const READ = 1_000;

/** Reports whether a Markdown text begins with the words of a title, which can end in an ellipsis. */
export function beginsWith(text: string, title: string): boolean {
  const said = wordsIn(plainText(text.slice(0, READ)));
  const words = wordsIn(title);
  return words.every(({ form }, index) => {
    const other = said[index]?.form ?? '';
    return other === form || (index === words.length - 1 && other.startsWith(form));
  });
}
