import { cleanText, isBlank } from '#kernel/clean-text.ts';

import type { BrokenLine } from '../../protocol.ts';
import { HeadingPath, MAX_CONTEXT_CHARACTERS, MAX_POINT_CHARACTERS } from './heading-path.ts';
import { areWrapped, joinLines } from './wrapped-lines.ts';

const QUESTION = /^\s*(?:[-*+•]\s+)?\**(?:Q|Question|Frage)\s?\d{0,4}\s?:\**(?!\*)\s*(\S[^]*)$/iu;
const ANSWER = /^\s*(?:[-*+•]\s+)?\**(?:A|Answer|Antwort)\s?\d{0,4}\s?:\**(?!\*)\s*(\S[^]*)$/iu;
const INLINE_ANSWER = /\s\**(?:A|Answer|Antwort)\s?:\**\s+/u;
const ASKS_WHAT = /^(?:what|who)\s+(is|are|was|were)\s+(\S.*)\?$/iu;
const MAX_ANSWER_WORDS = 12;

/** A sentence of its own, or a part of one, rather than a name. */
const SAYS =
  /^(?:it|its|he|she|they|this|that|because|when|if|to|in|by|on|yes|no)\b|\s(?:is|are|was|were|has|have|can)\s/iu;

const ROW = /^\s*\|.*\|\s*$/u;
const DELIMITER = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?$/u;
/** Names of a second column that add nothing: the cell says what the first one is. */
const PLAIN =
  /^(?:definition|meaning|description|explanation|translation|answer|back|value|bedeutung|erklärung|beschreibung|übersetzung|antwort|signification|définition|significado|definición)$/iu;

/** Maximum length of the marks before a point; longer lines are rejected without parsing. */
const MAX_MARKS = 50;
const SHOWN_CHARACTERS = 80;
/** A longer paragraph is read in parts, so that a long list costs no more than its length. */
const MAX_PARAGRAPH_LINES = 40;

interface PastedPoint {
  readonly text: string;
  readonly context: string;
  /** Number of its first line, from 1. */
  readonly line: number;
}
export interface Paste {
  readonly points: readonly PastedPoint[];
  readonly broken: readonly BrokenLine[];
  /** Whether something in it is a paragraph rather than a point. */
  readonly isProse: boolean;
}

const BULLET = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;
const LONE_BULLET = /^\s*(?:[-*+•–]|\d{1,3}[.)])(?:\s+\[[ xX]\])?\s*$/u;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/u;
const INDENTED = /^(?: {2,}|\t)/u;
/** Three sentences. */
const PROSE = /[.!?]["'”’)]?\s+\S.*[.!?]["'”’)]?\s+\S/u;
const LONG = 400;

/**
 * Reads points from text: one per line, with or without a bullet or number. Lines broken at a column are joined; a
 * row of a Markdown table and a pair of `Q:` and `A:` are a point each. Markdown headings become the context of what
 * follows, as a path from the top level. Every line that cannot become a point is reported.
 */
export function readPaste(text: string): Paste {
  const lines = text.split(/\r\n?|\n/u);
  const reading = new Reading();
  for (let at = 0; at < lines.length;) at += reading.take(lines, at);
  return reading.result();
}

class Reading {
  readonly #points: PastedPoint[] = [];
  readonly #broken: BrokenLine[] = [];
  readonly #seen = new Map<string, number>();
  readonly #headings = new HeadingPath();
  /** Whether a line goes on what stands above it, for those that were looked at. */
  readonly #goesOn: boolean[] = [];
  #isProse = false;

  result(): Paste {
    return { points: this.#points, broken: this.#broken, isProse: this.#isProse };
  }

  /** Reads what begins at a line; returns the number of lines it has. */
  take(lines: readonly string[], at: number): number {
    const raw = lines[at] ?? '';
    const problem = problemOf(raw);
    if (problem !== null) return this.#report(raw, at, problem);
    if (isNothing(raw)) return 1;
    if (this.#headings.take(raw)) {
      if (this.#headings.toString().length > MAX_CONTEXT_CHARACTERS)
        this.#report(raw, at, `A heading has at most ${MAX_CONTEXT_CHARACTERS} characters.`);
      return 1;
    }
    if (beginsTable(raw, lines[at + 1])) return this.#takeTable(lines, at);
    if (questionIn(raw)) return this.#takeQuestion(lines, at);
    if (LONE_BULLET.test(raw)) return this.#report(raw, at, 'Nothing stands after the bullet.');
    return this.#takeItem(lines, at);
  }

  #takeTable(lines: readonly string[], at: number): number {
    const header = cellsOf(lines[at] ?? '');
    let next = at + 2;
    for (; isTableRow(lines[next] ?? '') && problemOf(lines[next] ?? '') === null; next += 1)
      this.#add(pointOfRow(header, cellsOf(lines[next] ?? '')), next);
    return next - at;
  }

  #takeQuestion(lines: readonly string[], at: number): number {
    const { question = '', answer } = questionIn(lines[at] ?? '') ?? {};
    if (answer !== null && answer !== undefined) {
      this.#add(pointOfQuestion(question, answer), at);
      return 1;
    }
    const asked = joinLines([question, ...this.#continuation(lines, at)]);
    let next = at + 1 + this.#continuation(lines, at).length;
    while (next < lines.length && isNothing(lines[next] ?? '')) next += 1;
    const found = problemOf(lines[next] ?? '') === null ? answerIn(lines[next] ?? '') : null;
    if (found === null) return this.#report(lines[at] ?? '', at, 'No answer follows this question.');
    const rest = this.#continuation(lines, next);
    this.#add(pointOfQuestion(asked, joinLines([found, ...rest])), at);
    return next + 1 + rest.length - at;
  }

  /** A point, with the lines that belong to it. */
  #takeItem(lines: readonly string[], at: number): number {
    const raw = lines[at] ?? '';
    const first = raw.replace(BULLET, '').trim();
    const following = this.#continuation(lines, at);
    const indented = BULLET.test(raw)
      ? following.findIndex((_, index) => !INDENTED.test(lines[at + 1 + index] ?? ''))
      : 0;
    const own = indented < 0 ? following.length : indented;
    const isWrapped = areWrapped([first, ...following]);
    const joined = isWrapped ? following : following.slice(0, own);
    this.#add(joinLines([first, ...joined]), at);
    return 1 + joined.length;
  }

  /** The plain lines directly below a line. Each is looked at once: most begin a point of their own, too. */
  #continuation(lines: readonly string[], at: number): readonly string[] {
    const following: string[] = [];
    const end = Math.min(lines.length, at + 1 + MAX_PARAGRAPH_LINES);
    for (let next = at + 1; next < end; next += 1) {
      if (!(this.#goesOn[next] ??= isContinuation(lines, next))) break;
      following.push((lines[next] ?? '').trim());
    }
    return following;
  }

  #add(text: string, at: number): void {
    const point = cleanText(text).trim();
    if (isBlank(point)) return void this.#report(text, at, 'There is nothing to read in this line.');
    this.#isProse ||= point.length > LONG || PROSE.test(point);
    if (point.length > MAX_POINT_CHARACTERS) return void this.#report(text, at, tooLong(point));
    const context = this.#headings.toString().slice(0, MAX_CONTEXT_CHARACTERS);
    const key = `${context}\n${point}`;
    const earlier = this.#seen.get(key);
    if (earlier !== undefined) return void this.#report(text, at, `It says the same as line ${earlier}.`);
    this.#seen.set(key, at + 1);
    this.#points.push({ text: point, context, line: at + 1 });
  }

  #report(raw: string, at: number, message: string): number {
    this.#broken.push({ line: at + 1, text: shorten(raw), message });
    this.#isProse ||= message.startsWith(TOO_LONG);
    return 1;
  }
}

/** Whether a line goes on what stands above it: it is no bullet, heading, table or question. */
function isContinuation(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (isNothing(line) || problemOf(line) !== null || BULLET.test(line) || LONE_BULLET.test(line)) return false;
  if (/^ {0,3}#{1,6}\s/u.test(line) || beginsTable(line, lines[at + 1])) return false;
  return !questionIn(line) && answerIn(line) === null;
}

function isNothing(line: string): boolean {
  return line.trim() === '' || RULE.test(line);
}

/** Why a line cannot be read at all; null if it can. */
function problemOf(line: string): string | null {
  if (line.trim() === '') return null;
  if (hasUnreadable(line)) return 'It holds characters that cannot be read. Was the file saved as UTF-8?';
  if (RULE.test(line)) return null;
  return line.length > MAX_POINT_CHARACTERS + MAX_MARKS ? tooLong(line.trim()) : null;
}

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

/** Whether a Markdown table begins with this line. */
function beginsTable(line: string, next: string | undefined): boolean {
  return (
    ROW.test(line) && next !== undefined && DELIMITER.test(next.trim()) && cellsOf(next).length === cellsOf(line).length
  );
}

function isTableRow(line: string): boolean {
  return ROW.test(line);
}

function cellsOf(line: string): readonly string[] {
  const bare = line.trim().replace(/^\|/u, '').replace(/\|$/u, '');
  return bare.split(/(?<!\\)\|/u).map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** A row as one point: `France – Capital: Paris; Population: 68 million`. */
function pointOfRow(header: readonly string[], row: readonly string[]): string {
  const [subject = '', ...cells] = row;
  const told = cells.flatMap((cell, index) => (cell === '' ? [] : [{ name: header[index + 1] ?? '', cell }]));
  const [only] = told;
  if (!only) return subject;
  if (told.length === 1 && (only.name === '' || PLAIN.test(only.name)))
    return subject === '' ? only.cell : subject.endsWith('?') ? `${subject} ${only.cell}` : `${subject}: ${only.cell}`;
  const words = told.map(({ name, cell }) => (name === '' ? cell : `${name}: ${cell}`)).join('; ');
  return subject === '' ? words : `${subject} – ${words}`;
}

/** The question of a line `Q: …`, with its answer if that follows in the line; null for another line. */
function questionIn(line: string): { readonly question: string; readonly answer: string | null } | null {
  const words = QUESTION.exec(line)?.[1]?.trim();
  if (words === undefined) return null;
  const at = INLINE_ANSWER.exec(words);
  if (!at) return { question: words, answer: null };
  return { question: words.slice(0, at.index).trim(), answer: words.slice(at.index + at[0].length).trim() };
}

/** The answer of a line `A: …`; null for another line. */
function answerIn(line: string): string | null {
  return ANSWER.exec(line)?.[1]?.trim() ?? null;
}

/** A question and its answer as one point: a statement where the question only asks for a name. */
function pointOfQuestion(question: string, answer: string): string {
  const asked = ASKS_WHAT.exec(question);
  const bare = answer.replace(/\.$/u, '');
  const isName = bare.split(/\s+/u).length <= MAX_ANSWER_WORDS && !/[.!?:;]/u.test(bare) && !SAYS.test(bare);
  if (!asked || !isName) return `${question} ${answer}`;
  const [, verb = '', subject = ''] = asked;
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${verb.toLowerCase()} ${bare}.`;
}
