/** `Q:`, `**Frage 2:**`, `Front:`; `F:`, `P:`, `D:`, `Q.` and `Q)` only before a question mark. */
const QUESTION =
  /^[*_]{0,3}(?:(?:Q|Question|Frage|Front|Vorderseite|Pregunta|Domanda|Pergunta)\s?\d{0,4}[*_]{0,3}\s?[:：]|[QFPD]\s?\d{0,4}[*_]{0,3}\s?[.):：](?=[^?？]*[?？]))[*_]{0,3}\s*(\S[^]*)$/iu;
const ANSWER =
  /^[*_]{0,3}(?:A|R|Ans|Answer|Antwort|Back|Rückseite|Lösung|Réponse|Respuesta|Risposta|Resposta)\s?\d{0,4}[*_]{0,3}\s?[:：][*_]{0,3}(?:\s|(?![*_]))([^]*)$/iu;
/** As `Q.` and `Q)` are answered. */
const SHORT_ANSWER = /^A\s?\d{0,4}[.)]\s+(\S[^]*)$/u;
const INLINE_ANSWER =
  /\s[*_]{0,3}(?:A|R|Answer|Antwort|Back|Rückseite|Réponse|Respuesta|Risposta|Resposta)\s?[:：][*_]{0,3}\s+/u;
/** `front :: back`, as notes for Obsidian and RemNote have it. */
const TWO_SIDES = /\s:{2,3}\s/u;
const MARKS = /^\s*(?:#{1,6}\s+)?(?:(?:[-*+•–]|\d{1,3}[.)])\s+)?/u;
/** The name of a column that holds questions. */
const ASKS = /^(?:question|front|prompt|frage|vorderseite)$/iu;

/** A question, with its answer if that follows in the line. */
interface Question {
  readonly question: string;
  readonly answer: string | null;
}

/** The question of a line such as `Q: …` or `front :: back`; null for another line. */
export function questionIn(line: string): Question | null {
  const bare = line.replace(MARKS, '');
  const words = QUESTION.exec(bare)?.[1]?.trim();
  const inline = (words === undefined ? TWO_SIDES : INLINE_ANSWER).exec(words ?? bare);
  if (!inline) return words === undefined ? null : { question: words, answer: null };
  const whole = words ?? bare;
  const [question, answer] = [whole.slice(0, inline.index).trim(), whole.slice(inline.index + inline[0].length).trim()];
  return question === '' || answer === '' ? null : { question, answer };
}

/** The answer of a line such as `A: …`, which may be empty; null for another line. */
export function answerIn(line: string): string | null {
  const bare = line.replace(MARKS, '');
  const found = ANSWER.exec(bare) ?? SHORT_ANSWER.exec(bare);
  return found?.[1]?.trim() ?? null;
}

/** Whether the first cells of a table's rows are questions, or this one is. */
export function asksInCell(columnName: string, cell: string): boolean {
  return ASKS.test(columnName) || /[?？]$/u.test(cell);
}
