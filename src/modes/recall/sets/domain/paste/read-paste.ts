import { cleanText, isBlank } from '#kernel/clean-text.ts';
import { closesFence, openedFence } from '#text/domain/code-ranges.ts';

import type { BrokenLine, PointMoment } from '../../protocol.ts';
import { BlocksIn } from './block-in.ts';
import { clozesIn, highlightsIn } from './cloze.ts';
import { HeadingPath, MAX_CONTEXT_CHARACTERS, MAX_POINT_CHARACTERS } from './heading-path.ts';
import { answerIn, asksInCell, questionIn } from './question-forms.ts';
import { type Card, pathOf, readCards } from './read-cards.ts';
import { areWrapped, joinLines } from './wrapped-lines.ts';

const DELIMITER = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?$/u;
/** Names of a second column that are left out of the point, because the cell simply explains the first one. */
const PLAIN =
  /^(?:definition|meaning|description|explanation|translation|answer|back|value|bedeutung|erklärung|beschreibung|übersetzung|antwort|signification|définition|significado|definición)$/iu;

/** Maximum length of list and heading markers before a point. Longer lines are rejected without parsing. */
const MAX_MARKS = 50;
const SHOWN_CHARACTERS = 80;
/** A longer paragraph is split, so that the cost of a long list stays linear. */
const MAX_PARAGRAPH_LINES = 40;
const LINES_AT_ONCE = 500;

export interface PastedPoint {
  readonly text: string;
  readonly question: string | null;
  readonly context: string;
  /** Absent if there are none. */
  readonly tags?: readonly string[];
  readonly moment?: PointMoment;
  /** Number of its first line, from 1. */
  readonly line: number;
}
export interface Paste {
  readonly points: readonly PastedPoint[];
  readonly broken: readonly BrokenLine[];
  /** Whether the text contains a paragraph rather than only points. */
  readonly isProse: boolean;
}

/** Markers of a block quote. */
const QUOTE = /^ {0,3}(?:> ?){1,20}/u;
const BULLET = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;
const LONE_BULLET = /^\s*(?:[-*+•–]|\d{1,3}[.)])(?:\s+\[[ xX]\])?\s*$/u;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/u;
const INDENTED = /^(?: {2,}|\t)/u;
/** Matches three sentences. */
const PROSE = /[.!?]["'”’)]?\s+\S.*[.!?]["'”’)]?\s+\S/u;
const LONG = 400;

/**
 * Reads points from text: one per line, with or without a bullet or number. Joins wrapped lines. A row of a Markdown
 * table is one point, and so is a question with its answer. Code and formulas keep their line breaks. Markdown headings
 * become the context of the points below them, as a path from the top level. Reports every line that cannot become a
 * point. A text in a card format is read as cards.
 */
export function readPaste(text: string): Paste {
  return atOnce(pasteInSteps(text));
}

/** Runs all steps without yielding to the event loop. */
export function atOnce<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `readPaste` in steps, so that a long text does not block the event loop. */
export function* pasteInSteps(pasted: string): Generator<undefined, Paste> {
  const text = pasted.replace(/^\u{feff}/u, '');
  const cards = readCards(text);
  if (cards)
    return yield* cardsInSteps(cards.map((card) => (card.deck ? { ...card, context: pathOf(card.deck) } : card)));
  return yield* linesInSteps(text);
}

/** Reads a text that is not in a card format. */
export function* linesInSteps(text: string): Generator<undefined, Paste> {
  const lines = withoutQuoteMarks(text.split(/\r\n?|\n/u));
  const reading = new Reading(lines);
  for (let at = 0, end = 0; at < lines.length; at += reading.take(at)) {
    if (at < end) continue;
    end = at + LINES_AT_ONCE;
    yield;
  }
  return reading.result();
}

/** Converts cards to points and reports duplicates. `needsFront`: rejects cards without a question. */
export function* cardsInSteps(cards: readonly Card[], needsFront = true): Generator<undefined, Paste> {
  const reading = new Reading([]);
  for (const [index, card] of cards.entries()) {
    if (index % LINES_AT_ONCE === 0) yield;
    reading.takeCard(card, needsFront);
  }
  return reading.result();
}

class Reading {
  readonly #lines: readonly string[];
  readonly #blocks: BlocksIn;
  readonly #points: PastedPoint[] = [];
  readonly #broken: BrokenLine[] = [];
  readonly #seen = new Map<string, number>();
  readonly #headings = new HeadingPath();
  /** Cache of `#isContinuation` by line. */
  readonly #goesOn: boolean[] = [];
  #isProse = false;
  /** Column names while inside a table. */
  #columns: readonly string[] | null = null;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#blocks = new BlocksIn(lines);
  }

  result(): Paste {
    return { points: this.#points, broken: this.#broken, isProse: this.#isProse };
  }

  takeCard({ front, back, context, tags, moment, line }: Card, needsFront: boolean): void {
    const at = line - 1;
    if (hasUnreadable(`${front}${back}`)) this.#report(front, at, UNREADABLE);
    else if (isBlank(front) && needsFront) this.#report(back, at, 'The front of this card is empty.');
    else if (isBlank(back)) this.#report(front, at, 'The back of this card is empty.');
    else this.#add(back, at, { ...(!isBlank(front) && { asked: front }), context, tags, ...(moment && { moment }) });
  }

  /** Reads the element that begins at a line. Returns its number of lines. */
  take(at: number): number {
    const raw = this.#line(at);
    if (this.#columns && isTableRow(raw) && problemOf(raw) === null) return this.#takeRow(this.#columns, at);
    this.#columns = null;
    const block = this.#blocks.at(at);
    if (block) {
      this.#add(block.text, at);
      return block.length;
    }
    const problem = problemOf(raw);
    if (problem !== null) return this.#report(raw, at, problem);
    if (openedFence(raw.trim()) !== null) return this.#report(raw, at, 'This code has no second fence.');
    if (isNothing(raw)) return 1;
    const asked = questionIn(raw);
    if (asked && !(isHeading(raw) && this.#answerBelow(at) === null)) return this.#takeQuestion(at);
    if (this.#headings.take(raw)) {
      if (this.#headings.toString().length > MAX_CONTEXT_CHARACTERS)
        this.#report(raw, at, `A heading has at most ${MAX_CONTEXT_CHARACTERS} characters.`);
      return 1;
    }
    if (beginsTable(raw, this.#lines[at + 1])) {
      this.#columns = cellsOf(raw);
      return 2;
    }
    if (LONE_BULLET.test(raw)) return this.#report(raw, at, 'Nothing stands after the bullet.');
    return this.#takeItem(at);
  }

  #line(at: number): string {
    return this.#lines[at] ?? '';
  }

  #takeRow(columns: readonly string[], at: number): number {
    const [subject = '', ...rest] = cellsOf(this.#line(at));
    const isAsked = subject !== '' && asksInCell(columns[0] ?? '', subject) && rest.some((cell) => cell !== '');
    if (isAsked) this.#add(pointOfRow(columns, ['', ...rest]), at, { asked: subject });
    else this.#add(pointOfRow(columns, [subject, ...rest]), at);
    return 1;
  }

  #takeQuestion(at: number): number {
    const { question = '', answer = null } = questionIn(this.#line(at)) ?? {};
    if (answer !== null) {
      this.#add(answer, at, { asked: question });
      return 1;
    }
    const next = this.#answerBelow(at);
    if (next === null) return this.#report(this.#line(at), at, 'No answer follows this question.');
    const more = this.#continuation(at);
    const block = this.#blockBelow(at + 1 + more.length, true);
    const asked = [joinLines([question, ...more]), ...(block ? [block.text] : [])].join('\n');
    const { text, end } = this.#answerAt(next);
    if (isBlank(text)) this.#report(this.#line(at), at, 'No answer follows this question.');
    else this.#add(text, at, { asked });
    return end - at;
  }

  /** Line number of the answer to the question at a line; null if there is none. */
  #answerBelow(at: number): number | null {
    let next = at + 1 + this.#continuation(at).length;
    next = this.#blockBelow(next, true)?.end ?? next;
    while (next < this.#lines.length && isNothing(this.#line(next))) next += 1;
    const found = problemOf(this.#line(next)) === null ? answerIn(this.#line(next)) : null;
    return found === null ? null : next;
  }

  /** Reads an answer: its text, and the list or block below it. */
  #answerAt(at: number): { readonly text: string; readonly end: number } {
    const said = answerIn(this.#line(at)) ?? '';
    const rest = this.#continuation(at);
    let end = at + 1 + rest.length;
    const words = [joinLines([said, ...rest]).trim()];
    const isLead = words[0] === '' || words[0]?.endsWith(':');
    while (
      isLead &&
      BULLET.test(this.#line(end)) &&
      problemOf(this.#line(end)) === null &&
      !questionIn(this.#line(end))
    ) {
      words.push(this.#line(end).trim());
      end += 1;
    }
    const block = this.#blockBelow(end, isLead === true);
    if (block) words.push(block.text);
    return { text: words.filter((line) => line !== '').join('\n'), end: block?.end ?? end };
  }

  /** The block at a line. Below empty lines, only if the text above introduces it (`isLed`) or it is indented. */
  #blockBelow(
    at: number,
    isLed: boolean,
  ): { readonly text: string; readonly begin: number; readonly end: number } | null {
    let next = at;
    while (next < this.#lines.length && this.#line(next).trim() === '') next += 1;
    if (next > at && !isLed && !INDENTED.test(this.#line(next))) return null;
    const block = this.#blocks.at(next);
    return block && { text: block.text, begin: next, end: next + block.length };
  }

  /** Reads a point with all lines that belong to it. */
  #takeItem(at: number): number {
    const raw = this.#line(at);
    const isBullet = BULLET.test(raw);
    const first = raw.replace(BULLET, '').trim();
    const following = this.#continuation(at);
    const indented = isBullet ? following.findIndex((_, index) => !INDENTED.test(this.#line(at + 1 + index))) : 0;
    const own = indented < 0 ? following.length : indented;
    const isWrapped = areWrapped([first, ...following]);
    const joined = isWrapped ? following : following.slice(0, own);
    const text = joinLines([first, ...joined]);
    const end = at + 1 + joined.length;
    const isLed = text.endsWith(':');
    const block = isLed || isBullet ? this.#blockBelow(end, isLed) : null;
    const isOwn = block && (isLed || INDENTED.test(this.#line(block.begin)));
    const whole = isOwn ? `${text}\n${block.text}` : text;
    for (const { front, back } of clozesIn(whole) ?? highlightsIn(whole) ?? [{ front: undefined, back: whole }])
      this.#add(back, at, front === undefined ? {} : { asked: front });
    return (isOwn ? block.end : end) - at;
  }

  /** The plain lines directly below a line. Results are cached per line, because most lines also begin a point. */
  #continuation(at: number): readonly string[] {
    const following: string[] = [];
    const end = Math.min(this.#lines.length, at + 1 + MAX_PARAGRAPH_LINES);
    for (let next = at + 1; next < end; next += 1) {
      if (!(this.#goesOn[next] ??= this.#isContinuation(next))) break;
      following.push(this.#line(next).trim());
    }
    return following;
  }

  /** Whether a line can continue the text above: it is not a bullet, heading, table, block, question or answer. */
  #isContinuation(at: number): boolean {
    const line = this.#line(at);
    if (isNothing(line) || problemOf(line) !== null || BULLET.test(line) || LONE_BULLET.test(line)) return false;
    if (
      isHeading(line) ||
      openedFence(line.trim()) !== null ||
      beginsTable(line, this.#lines[at + 1]) ||
      this.#blocks.at(at)
    )
      return false;
    return !questionIn(line) && answerIn(line) === null;
  }

  #add(
    text: string,
    at: number,
    of: Partial<Pick<Card, 'context' | 'tags' | 'moment'>> & { readonly asked?: string } = {},
  ): void {
    const point = cleanText(text).trim();
    const question = of.asked === undefined ? null : cleanText(of.asked).trim();
    if (isBlank(point)) return void this.#report(text, at, 'There is nothing to read in this line.');
    this.#isProse ||= question === null && !point.includes('\n') && (point.length > LONG || PROSE.test(point));
    if (point.length > MAX_POINT_CHARACTERS) return void this.#report(text, at, tooLong(point));
    if (question !== null && question.length > MAX_POINT_CHARACTERS)
      return void this.#report(question, at, `A question has at most ${MAX_POINT_CHARACTERS} characters.`);
    const context = cleanText(of.context ?? this.#headings.toString()).slice(0, MAX_CONTEXT_CHARACTERS);
    const key = `${context}\n${question ?? ''}\n${point}`;
    const earlier = this.#seen.get(key);
    if (earlier !== undefined) return void this.#report(text, at, `It says the same as line ${earlier}.`);
    this.#seen.set(key, at + 1);
    const kept = { ...(of.tags?.length && { tags: of.tags }), ...(of.moment && { moment: of.moment }) };
    this.#points.push({ text: point, question, context, ...kept, line: at + 1 });
  }

  #report(raw: string, at: number, message: string): number {
    this.#broken.push({ line: at + 1, text: shorten(raw), message });
    this.#isProse ||= message.startsWith(TOO_LONG);
    return 1;
  }
}

function withoutQuoteMarks(lines: readonly string[]): readonly string[] {
  let fence: string | null = null;
  let depth = 0;
  return lines.map((line) => {
    const marks = QUOTE.exec(line)?.[0] ?? '';
    if (fence !== null && (marks !== '' || depth === 0)) {
      const words = line.replace(new RegExp(depth === 0 ? '^' : `^ {0,3}(?:> ?){1,${depth}}`, 'u'), '');
      if (closesFence(words.trim(), fence)) fence = null;
      return words;
    }
    depth = marks.split('>').length - 1;
    const words = line.slice(marks.length);
    fence = openedFence(words.trim());
    return words;
  });
}

function isHeading(line: string): boolean {
  return /^ {0,3}#{1,6}\s/u.test(line);
}

function isNothing(line: string): boolean {
  return line.trim() === '' || RULE.test(line);
}

/** Why a line cannot be read; null if it can. */
function problemOf(line: string): string | null {
  if (line.trim() === '') return null;
  if (hasUnreadable(line)) return UNREADABLE;
  if (RULE.test(line)) return null;
  return line.length > MAX_POINT_CHARACTERS + MAX_MARKS ? tooLong(line.trim()) : null;
}

const UNREADABLE = 'It holds characters that cannot be read. Was the file saved as UTF-8?';
const TOO_LONG = 'A point has at most';

function tooLong(point: string): string {
  return `${TOO_LONG} ${MAX_POINT_CHARACTERS} characters; this one has ${point.length}.`;
}

function hasUnreadable(line: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what a broken file is known by
  return /[\u0000-\u0008\u000e-\u001f\ufffd]/u.test(line) || !line.isWellFormed();
}

function shorten(line: string): string {
  const clean = cleanText(line).trim();
  return clean.length > SHOWN_CHARACTERS ? `${clean.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : clean;
}

function beginsTable(line: string, next: string | undefined): boolean {
  return (
    isTableRow(line) &&
    next !== undefined &&
    DELIMITER.test(next.trim()) &&
    cellsOf(next).length === cellsOf(line).length
  );
}

/** The pipes at both ends of a row are optional. */
function isTableRow(line: string): boolean {
  return line.includes('|');
}

function cellsOf(line: string): readonly string[] {
  const bare = line.trim().replace(/^\|/u, '').replace(/\|$/u, '');
  return bare.split(/(?<!\\)\|/u).map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** Formats a row as one point: `France – Capital: Paris; Population: 68 million`. */
function pointOfRow(header: readonly string[], row: readonly string[]): string {
  const [subject = '', ...cells] = row;
  const told = cells.flatMap((cell, index) => (cell === '' ? [] : [{ name: header[index + 1] ?? '', cell }]));
  const [only] = told;
  if (!only) return subject;
  if (told.length === 1 && (only.name === '' || PLAIN.test(only.name)))
    return subject === '' ? only.cell : `${subject}: ${only.cell}`;
  const words = told.map(({ name, cell }) => (name === '' ? cell : `${name}: ${cell}`)).join('; ');
  return subject === '' ? words : `${subject} – ${words}`;
}
