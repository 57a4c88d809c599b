import { sentencesOf } from '#text/domain/sentences.ts';

/** A longer sentence is passed on up to its last word, so that nobody waits for an end that never comes. */
const MAX_HELD_LENGTH = 400;
const MAY_END = /[.!?…\n。！？｡؟।]/u;
/**
 * After such an end there is no need to wait for the next word. A short word before a full stop can be an abbreviation.
 */
const CERTAIN_END = /(?:[!?]|\p{L}{3}\.)["'”’»)*_]*\s$|[\n。！？]$/u;

/** Holds streamed text until a sentence ends. At the end of the stream, or if it fails, the rest is passed on. */
export async function* wholeSentences(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let held = '';
  try {
    for await (const piece of pieces) {
      held += piece;
      for (const sentence of endedIn(held)) {
        held = held.slice(sentence.length);
        yield sentence;
      }
    }
  } catch (error) {
    if (held !== '') yield held;
    throw error;
  }
  if (held !== '') yield held;
}

/** The complete sentences at the beginning of a text. */
function endedIn(text: string): readonly string[] {
  if (!MAY_END.test(text)) return text.length > MAX_HELD_LENGTH ? [upToLastWord(text)] : [];
  const sentences = sentencesOf(text).map((sentence) => sentence.text);
  const rest = sentences.at(-1) ?? '';
  const ended = sentences.slice(0, -1);
  if (CERTAIN_END.test(rest)) return sentences;
  if (rest.length > MAX_HELD_LENGTH) return [...ended, upToLastWord(rest)];
  // A letter decides whether a full stop ended the sentence: "approx. 3 hours".
  const isDecided = /\p{L}/u.test(rest) || ended.at(-1)?.endsWith('\n') === true;
  return isDecided || text.length > MAX_HELD_LENGTH ? ended : [];
}

function upToLastWord(text: string): string {
  return text.slice(0, text.search(/\s\S*$/u) + 1) || text;
}
