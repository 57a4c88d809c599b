import { sentencesOf } from '#text/domain/sentences.ts';
import type { TextRange } from '#text/domain/text-range.ts';

import { maskMarks } from './citations/marks.ts';
import { paragraphsOf } from './paragraphs.ts';

const LABEL = /^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*/;

/** The sentences of a draft, each with the marks behind it. Headings, code and list signs are left out. */
export function draftSentences(text: string): readonly TextRange[] {
  const masked = maskMarks(text);
  return paragraphsOf(text)
    .filter(({ kind }) => kind === 'text' || kind === 'list')
    .flatMap(({ kind, start, end }) => {
      const part = masked.slice(start, end);
      // Joins the lines of a paragraph.
      if (kind === 'text') return sentencesIn(part.replace(/\n/g, ' '), start);
      let at = start;
      return part.split('\n').flatMap((line) => {
        const lineStart = at;
        at += line.length + 1;
        return sentencesIn(line, lineStart);
      });
    });
}

function sentencesIn(text: string, offset: number): readonly TextRange[] {
  const label = LABEL.exec(text)?.[0].length ?? 0;
  return sentencesOf(text.slice(label))
    .filter((sentence) => sentence.text.trim() !== '')
    .map(({ start, end }) => ({ start: offset + label + start, end: offset + label + end }));
}
