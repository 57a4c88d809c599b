/** `Q:`, `**Frage 2:**`, `Front:`; `F:`, `P:`, `D:`, `Q.` and `Q)` only if a question mark follows. */
const QUESTION =
  /^[*_]{0,3}(?:(?:Q|Question|Frage|Front|Vorderseite|Pregunta|Domanda|Pergunta)\s?\d{0,4}[*_]{0,3}\s?[:：]|[QFPD]\s?\d{0,4}[*_]{0,3}\s?[.):：](?=[^?？]*[?？]))[*_]{0,3}\s*(\S[^]*)$/iu;
const ANSWER =
  /^[*_]{0,3}(?:A|R|Ans|Answer|Antwort|Back|Rückseite|Lösung|Réponse|Respuesta|Risposta|Resposta)\s?\d{0,4}[*_]{0,3}\s?[:：][*_]{0,3}(?:\s|(?![*_]))([^]*)$/iu;
/** The answer form that belongs to `Q.` and `Q)`. */
const SHORT_ANSWER = /^A\s?\d{0,4}[.)]\s+(\S[^]*)$/u;
const INLINE_ANSWER =
  /\s[*_]{0,3}(?:A|R|Answer|Antwort|Back|Rückseite|Réponse|Respuesta|Risposta|Resposta)\s?[:：][*_]{0,3}\s+/u;
/** `front :: back`, the form of Obsidian and RemNote. */
const TWO_SIDES = /\s:{2,3}\s/u;
const MARKS = /^\s*(?:#{1,6}\s+)?(?:(?:[-*+•–]|\d{1,3}[.)])\s+)?/u;
/** The name of a column that holds questions. */
const ASKS = /^(?:question|front|prompt|frage|vorderseite)$/iu;

/** A question, with its answer if that is on the same line. */
interface Question {
  readonly question: string;
  readonly answer: string | null;
}

/** Parses a question line such as `Q: …` or `front :: back`; null for any other line. */
export function questionIn(line: string): Question | null {
  const bare = line.replace(MARKS, '');
  const words = QUESTION.exec(bare)?.[1]?.trim();
  const inline = (words === undefined ? TWO_SIDES : INLINE_ANSWER).exec(words ?? bare);
  if (!inline) return words === undefined ? null : { question: words, answer: null };
  const whole = words ?? bare;
  const [question, answer] = [whole.slice(0, inline.index).trim(), whole.slice(inline.index + inline[0].length).trim()];
  return question === '' || answer === '' ? null : { question, answer };
}

/** Parses an answer line such as `A: …`; the answer can be empty. Null for any other line. */
export function answerIn(line: string): string | null {
  const bare = line.replace(MARKS, '');
  const found = ANSWER.exec(bare) ?? SHORT_ANSWER.exec(bare);
  return found?.[1]?.trim() ?? null;
}

/** Whether the first column of a table holds questions, or at least this cell does. */
export function asksInCell(columnName: string, cell: string): boolean {
  return ASKS.test(columnName) || /[?？]$/u.test(cell);
}
