import { closesFence, codeRangesOf, openedFence, replaceCode } from './code-ranges.ts';
import { plainText } from './plain-text.ts';
import { sentencesOf } from './sentences.ts';
import type { TextRange } from './text-range.ts';
import { trimEnd } from './trim-ends.ts';
import { wordsIn } from './words-in.ts';

/** A sentence of prose in Markdown. */
export interface ProseSentence extends TextRange {
  /** As a reader sees it: without markup, on one line. */
  readonly shown: string;
}

/** A paragraph, a list item or a quotation, with its sentences. */
export interface ProseBlock {
  /** The nearest heading above, without markup; empty if there is none. */
  readonly heading: string;
  readonly sentences: readonly ProseSentence[];
}

/** Longer sentences are unpunctuated dictation, and are cut between words. */
const MAX_SENTENCE = 600;
const LONG_PIECE = /\S.{0,238}(?:\s+|$)/gsu;
const MIN_WORDS = 3;
/** Minimum share of letters, digits and spaces in a sentence: other characters are remnants of code and tables. */
const MIN_LETTERS = 0.72;

const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const UNDERLINE = /^ {0,3}(?:={2,}|-{2,})\s*$/;
const RULE = /^ {0,3}(?:[-*_][ \t]*){3,}$/;
const ITEM = /^[ \t]*(?:[-*+•]|(\d{1,2})[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const QUOTE = /^(?: {0,3}>){1,20}[ \t]?(?:\[![\w-]{1,30}\][-+]?[^\n]*)?/;
/** The target of a reference link or footnote. */
const DEFINITION = /^ {0,3}\[(\^?)[^\]\n]{1,300}\]:/;
const INDENTED = /^(?: {4}|\t)/;
const HTML =
  /^\s*<(?:[!?]|\/?(?:a|audio|blockquote|br|center|details|div|dl|figure|footer|form|h[1-6]|header|hr|iframe|img|li|main|nav|ol|p|picture|pre|script|section|source|style|summary|svg|table|tbody|td|th|thead|tr|ul|video)\b)/i;
const TABLE_RULE = /^(?=.*-)(?=.*\|)[ \t:|-]+$/;
const PROPERTY = /^[ \t]*[\w-]{1,60}:: /;
const TAGS_ALONE = /^\s*(?:#[\p{L}\p{N}_/-]+\s*)+$/u;
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\r?\n(?:[^\n]*\n){0,200}?\1[ \t]*(?:\r?\n|$)/;
/** A list item that consists of a link, as in a table of contents. */
const LINK_ALONE = /^\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])[.,;]?$/;
/** “See [[Heating]].” has no content of its own. */
const LINKS = /\[\[[^\]\n]{1,500}\]\]/g;
const ABBREVIATED =
  /(?<![\p{L}\p{N}])(?:z\. ?B|d\. ?h|u\. ?a|bzw|ca|Dr|Prof|Mr|Mrs|Ms|St|Nr|No|vs|cf|e\. ?g|i\. ?e|approx|Fig|Abb|Bd|Vol|pp?|vgl|Hr|Fr|al|\p{L})\.\s*$|^\d{1,4}\.\s*$/u;
/** Length of the longest abbreviation, with the character before it. */
const ABBREVIATION_LENGTH = 12;

interface OpenBlock {
  readonly start: number;
  end: number;
  readonly kind: 'text' | 'item' | 'quote';
  heading: string;
}

/**
 * The prose of Markdown, with line breaks inside paragraphs joined: without headings, tables, code, display formulas,
 * pictures, footnotes, link definitions, front matter or HTML. Takes time linear in the length.
 */
export function proseOf(markdown: string): readonly ProseBlock[] {
  return blocksIn(markdown).flatMap((block) => {
    const sentences = sentencesIn(markdown, block);
    return sentences.length === 0 ? [] : [{ heading: block.heading, sentences }];
  });
}

function blocksIn(markdown: string): readonly OpenBlock[] {
  const blocks: OpenBlock[] = [];
  let open: OpenBlock | null = null;
  let heading = '';
  let fence: string | null = null;
  let skipped: 'html' | 'comment' | 'formula' | 'note' | 'table' | null = null;
  let isAfterBlank = true;
  let isInList = false;
  const close = () => {
    if (open) blocks.push(open);
    open = null;
  };
  const lines = markdown.split('\n');
  let from = 0;
  const frontMatter = FRONT_MATTER.exec(markdown)?.[0].length ?? 0;
  for (const [number, line] of lines.entries()) {
    const start = from;
    const end = start + line.length;
    from = end + 1;
    if (start < frontMatter) continue;
    if (fence !== null) {
      if (closesFence(line, fence)) fence = null;
      continue;
    }
    if (skipped === 'comment' || skipped === 'formula') {
      if (line.includes(skipped === 'comment' ? '-->' : '$$')) skipped = null;
      continue;
    }
    if (line.trim() === '') {
      close();
      isAfterBlank = true;
      if (skipped !== 'note') skipped = null;
      continue;
    }
    const wasAfterBlank: boolean = isAfterBlank;
    isAfterBlank = false;
    if (skipped === 'note' && (!wasAfterBlank || INDENTED.test(line)) && !DEFINITION.test(line)) continue;
    if (skipped === 'note') skipped = null;
    if (skipped !== null) continue;
    const quote = QUOTE.exec(line)?.[0] ?? '';
    const words = line.slice(quote.length);
    const opened: string | null = openedFence(line);
    const item = quote === '' ? ITEM.exec(line) : null;
    const isPart: boolean = open !== null && item !== null && open.kind === 'text' && (item[1] ?? '1') !== '1';
    if (opened !== null) {
      close();
      fence = opened;
    } else if (/^\s*<!--/.test(line)) {
      close();
      if (!line.includes('-->')) skipped = 'comment';
    } else if (/^\s*\$\$/.test(line)) {
      close();
      if (!/\$\$.*\$\$/.test(line)) skipped = 'formula';
    } else if (HTML.test(words)) {
      close();
      skipped = 'html';
    } else if (DEFINITION.test(line)) {
      close();
      if (DEFINITION.exec(line)?.[1] === '^') skipped = 'note';
    } else if (/^\s*\|/.test(words) || (words.includes('|') && TABLE_RULE.test(lines[number + 1] ?? ''))) {
      close();
      skipped = 'table';
    } else if (HEADING.test(line)) {
      close();
      isInList = false;
      heading = shownOf(trimEnd(line.trim(), /#/));
    } else if (open !== null && UNDERLINE.test(line) && (open as OpenBlock).kind === 'text') {
      heading = shownOf(markdown.slice((open as OpenBlock).start, (open as OpenBlock).end));
      open = null;
    } else if (RULE.test(line) || PROPERTY.test(line) || TAGS_ALONE.test(words)) {
      close();
    } else if (item && !isPart) {
      close();
      isInList = true;
      open = { start: start + item[0].length, end, kind: 'item', heading };
    } else if (!open && wasAfterBlank && INDENTED.test(line) && !isInList) {
      // Code.
    } else {
      const kind: OpenBlock['kind'] = quote === '' ? 'text' : 'quote';
      if (open && (open as OpenBlock).kind !== kind && ((open as OpenBlock).kind === 'quote' || kind === 'quote'))
        close();
      if (!INDENTED.test(line) && !/^ {2}/.test(line) && wasAfterBlank) isInList = false;
      if (open) (open as OpenBlock).end = end;
      else open = { start: start + quote.length, end, kind, heading };
    }
  }
  close();
  return blocks;
}

function sentencesIn(markdown: string, { start, end }: OpenBlock): readonly ProseSentence[] {
  const raw = markdown.slice(start, end);
  if (LINK_ALONE.test(raw.trim())) return [];
  const joined = joinedLines(raw);
  const parts: TextRange[] = [];
  for (const { text, start: from, end: to } of sentencesOf(masked(joined))) {
    const last = parts.at(-1);
    const before = last ? joined.slice(Math.max(last.start, last.end - ABBREVIATION_LENGTH), last.end) : '';
    if (last && ABBREVIATED.test(before) && to - last.start <= MAX_SENTENCE)
      parts[parts.length - 1] = { start: last.start, end: to };
    else if (text.length <= MAX_SENTENCE) parts.push({ start: from, end: to });
    else
      for (const { 0: piece, index } of text.matchAll(LONG_PIECE))
        parts.push({ start: from + index, end: from + index + piece.length });
  }
  return parts.flatMap((part) => {
    const words = joined.slice(part.start, part.end);
    const shown = shownOf(words);
    if (!saysSomething(shown) || !saysSomething(shownOf(words.replace(LINKS, ' ')))) return [];
    const from = start + part.start + (words.length - words.trimStart().length);
    return [{ shown, start: from, end: from + words.trim().length }];
  });
}

const MARKS = /^[ \t>]+/;
const BEGINS = /^[\p{Lu}\p{N}„“"—–]/u;

/**
 * Replaces line breaks inside a paragraph, with the markup after them, by spaces of the same length. A line break
 * remains if the first word of the next line would have fitted and looks like a beginning: then the writer intended it,
 * as in a list without marks.
 */
function joinedLines(raw: string): string {
  if (!raw.includes('\n')) return raw;
  const lines = raw
    .split('\n')
    .map((line, number) => (number === 0 ? line : line.replace(MARKS, (marks) => ' '.repeat(marks.length))));
  const width = lines.reduce((most, { length }) => Math.max(most, length), 0);
  const words = lines.slice(1).map((line) => /\S+/.exec(line)?.[0] ?? '');
  const isMeant = words.map(
    (word, number) => BEGINS.test(word) && (lines[number]?.length ?? 0) + word.length + 4 <= width,
  );
  const areAll = isMeant.includes(true) && words.every((word) => BEGINS.test(word));
  return lines
    .map((line, number) => (number === lines.length - 1 ? line : `${line}${areAll || isMeant[number] ? '\n' : ' '}`))
    .join('');
}

/** Masks addresses, pictures and code, whose punctuation does not end a sentence. The length remains. */
function masked(text: string): string {
  return replaceCode(text, (code) => 'x'.repeat(code.length))
    .replace(/\[?!\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)(?:\]\([^)\n]{0,2000}\))?/g, (image) => ' '.repeat(image.length))
    .replace(/\^?\[\^[^\]\n]{1,100}\]/g, (note) => ' '.repeat(note.length))
    .replace(/!\[\[[^\]\n]{1,500}\]\]/g, (image) => ' '.repeat(image.length))
    .replace(/\[\[[^\]\n]{1,500}\]\]/g, (link) => 'x'.repeat(link.length))
    .replace(/\]\([^()\n]{0,2000}\)/g, (address) => 'x'.repeat(address.length))
    .replace(/https?:\/\/[^\s<>)\]]{1,2000}/g, (address) => 'x'.repeat(address.length));
}

/** One line of words as a reader sees them: without markup, pictures, badges and footnote marks. */
export function shownOf(markdown: string): string {
  let bare = '';
  let from = 0;
  for (const { start, end } of codeRangesOf(markdown)) {
    bare += withoutRubble(markdown.slice(from, start)) + markdown.slice(start, end);
    from = end;
  }
  return plainText(bare + withoutRubble(markdown.slice(from)))
    .replace(/\s+/gu, ' ')
    .replace(/ (?=[.,;:!?](?:\s|$))/gu, '')
    .trim();
}

/** Removes pictures, footnote marks and names of links. */
function withoutRubble(markdown: string): string {
  return markdown
    .replace(
      /\[?!\[[^\]\n]{0,500}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\])(?:\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\]))?/g,
      '',
    )
    .replace(/!\[\[[^\]\n]{1,500}\]\]/g, '')
    .replace(/\^?\[\^[^\]\n]{1,100}\]/g, '')
    .replace(/(?<!\])\[([^\]\n]{1,500})\]\[[^\]\n]{0,200}\]/g, '$1')
    .replace(/==(?=\S)([^=\n]{1,500})==/g, '$1')
    .replace(/<br ?\/?>/gi, ' ')
    .replace(/[ \t]\^[\w-]{1,40}\s*$/, '');
}

/** The name of a file or of an identifier in code. */
const NAME = /[_✓✔✗✘☑]/u;

function saysSomething(shown: string): boolean {
  const written = shown.split(' ');
  if (written.filter((word) => NAME.test(word)).length * 2 >= written.length) return false;
  if (shown.endsWith(':') || shown.includes('](')) return false;
  const letters = shown.match(/[\p{L}\p{M}\p{N}\s]/gu)?.length ?? 0;
  return letters >= shown.length * MIN_LETTERS && wordsIn(shown).length >= MIN_WORDS;
}
