import type { Card } from '../paste/read-cards.ts';
import { tagsOf } from '../tags.ts';

/**
 * Sets as Markdown that can be imported without loss. Each part begins with a line that ends in an HTML comment, which
 * Markdown renderers hide. The part reaches to the next such line.
 */
type Part = 'set' | 'context' | 'question' | 'answer' | 'point' | 'tags';

const BEFORE: Readonly<Record<Part, string>> = {
  set: '# ',
  context: '## ',
  question: '**Question**',
  answer: '**Answer**',
  point: '**Point**',
  tags: '*Tags:* ',
};
const MARK = /^(?<before>.*) <!-- (?<part>set|context|question|answer|point|tags) -->$/u;
const MARKED = / <!-- (?:set|context|question|answer|point|tags) -->$/u;

export interface MarkdownSet {
  /** Whole name of the set, without line breaks. */
  readonly name: string;
  readonly points: readonly {
    readonly text: string;
    readonly question: string | null;
    readonly context: string;
    readonly tags: readonly string[];
  }[];
}

export async function* setsMarkdown(sets: AsyncIterable<MarkdownSet>): AsyncGenerator<string> {
  for await (const { name, points } of sets) {
    yield head('set', name);
    let context = '';
    for (const point of points) {
      if (point.context !== context) yield head('context', point.context.replaceAll('\n', ' '));
      context = point.context;
      if (point.question !== null) yield head('question') + body(point.question);
      yield head(point.question === null ? 'point' : 'answer') + body(point.text);
      if (point.tags.length > 0) yield head('tags', point.tags.join(' '));
    }
  }
}

function head(part: Part, words = ''): string {
  return `${BEFORE[part]}${words} <!-- ${part} -->\n\n`;
}

function body(words: string): string {
  return `${words
    .split('\n')
    .map((line) => (MARKED.test(line) ? `\\${line}` : line))
    .join('\n')}\n\n`;
}

/** Reads cards from Markdown that `setsMarkdown` wrote; null for any other text. */
export function cardsOfMarkdown(text: string): readonly Card[] | null {
  const lines = text.split('\n');
  if (MARK.exec(lines.find((line) => line.trim() !== '') ?? '')?.groups?.['part'] !== 'set') return null;
  const cards: Card[] = [];
  let [deck, context, front] = ['', '', ''];
  for (let at = 0; at < lines.length;) {
    const { part, before = '' } = MARK.exec(lines[at] ?? '')?.groups ?? {};
    const end = endOfPart(lines, at + 1);
    const words = lines
      .slice(at + 1, end)
      .map((line) => (line.startsWith('\\') && MARKED.test(line) ? line.slice(1) : line))
      .join('\n')
      .trim();
    if (part === 'set') [deck, context] = [before.slice(BEFORE.set.length), ''];
    else if (part === 'context') context = before.slice(BEFORE.context.length);
    else if (part === 'question') front = words;
    else if (part === 'tags') {
      const last = cards.pop();
      if (last) cards.push({ ...last, tags: tagsOf(before.slice(BEFORE.tags.length)) });
    } else if (part !== undefined) {
      cards.push({ front, back: words, deck, context, tags: [], line: at + 1 });
      front = '';
    }
    at = end;
  }
  return cards;
}

function endOfPart(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && !(MARK.test(lines[end] ?? '') && !(lines[end] ?? '').startsWith('\\'))) end += 1;
  return end;
}
