import { mathMarks } from '../paste/plain-of-html.ts';

/** A side of a card, without content that a point cannot show. */
export interface Side {
  readonly html: string;
  /** File names of the images in the package, in order of appearance. */
  readonly images: readonly string[];
  /** Removed content, such as `a sound`. */
  readonly left: readonly string[];
}

const ANSWER = /<hr\b[^<>]{0,100}\bid=["']?answer\b[^<>]{0,100}>/iu;
const SOUND = /\[sound:[^\][\n]{1,300}\]|\[anki:play:[^\][\n]{1,100}\]/giu;
const MEDIA = /<(img|audio|video|object|embed|iframe|canvas|svg)\b[^<>]*>/giu;
const SOURCE = /\ssrc\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/iu;
const NAMES: Readonly<Record<string, string>> = {
  img: 'an image',
  svg: 'an SVG image',
  canvas: 'a drawing',
  audio: 'a sound',
  video: 'a video',
};
const ENTITY = /&(amp|quot|apos|#39|lt|gt|nbsp);/gu;
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** Removes images, sounds and scripts from a rendered side. Cuts off the question above `<hr id=answer>`. */
export function sideOf(rendered: string): Side {
  const images: string[] = [];
  const left: string[] = [];
  const visible = without(without(without(rendered, '<!--', '-->'), '<script', '</script>'), '<style', '</style>');
  const answer = ANSWER.exec(visible);
  const html = mathMarks(answer ? visible.slice(answer.index + answer[0].length) : visible)
    .replace(SOUND, () => {
      left.push('a sound');
      return '';
    })
    .replace(MEDIA, (tag, name: string) => {
      const [, double, single, bare] = SOURCE.exec(tag) ?? [];
      const source = (double ?? single ?? bare ?? '').replace(ENTITY, (_, sign: string) => SIGNS[sign] ?? '').trim();
      const problem = name.toLowerCase() === 'img' ? problemOf(source) : (NAMES[name.toLowerCase()] ?? 'a web page');
      if (problem !== null) left.push(problem);
      else if (!images.includes(source)) images.push(source);
      return ' ';
    });
  return { html, images, left };
}

function problemOf(source: string): string | null {
  if (source === '') return 'an image without a file';
  if (/^data:/iu.test(source)) return 'an image inside the text';
  if (/^(?:[a-z][a-z\d+.-]{1,20}:|\/\/)/iu.test(source)) return 'an image from the web';
  return /\.svgz?$/iu.test(source) ? 'an SVG image' : null;
}

/** Removes each range from `open` to the next `close`. Keeps a range that is never closed. */
function without(text: string, open: string, close: string): string {
  const lower = text.includes('<') ? text.toLowerCase() : '';
  // A letter whose lower-case form is longer would shift all offsets after it.
  if (!lower.includes(open) || lower.length !== text.length) return text;
  let kept = '';
  let from = 0;
  for (;;) {
    const start = lower.indexOf(open, from);
    const end = start < 0 ? -1 : lower.indexOf(close, start);
    if (end < 0) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + close.length;
  }
}
