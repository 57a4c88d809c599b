import { classOf, isElement, type Page, type PageElement, type PageNode, tagOf } from './page-tree.ts';

const RAISED = signs(
  '0⁰ 1¹ 2² 3³ 4⁴ 5⁵ 6⁶ 7⁷ 8⁸ 9⁹ +⁺ -⁻ −⁻ –⁻ =⁼ (⁽ )⁾ aᵃ bᵇ cᶜ dᵈ eᵉ fᶠ gᵍ hʰ iⁱ jʲ kᵏ lˡ mᵐ nⁿ oᵒ pᵖ rʳ sˢ tᵗ uᵘ vᵛ wʷ xˣ yʸ zᶻ Tᵀ ′′ ″″ °°',
);
const LOWERED = signs(
  '0₀ 1₁ 2₂ 3₃ 4₄ 5₅ 6₆ 7₇ 8₈ 9₉ +₊ -₋ −₋ –₋ =₌ (₍ )₎ aₐ eₑ hₕ iᵢ jⱼ kₖ lₗ mₘ nₙ oₒ pₚ rᵣ sₛ tₜ uᵤ vᵥ xₓ',
);
/** Endings of ordinals and abbreviations, which are written in line: `1st`, `XIXe`, `Mme`. */
const ENDING = /^(?:st|nd|rd|th|er|re|ère|nde|ème|eme|ième|me|mes|lle|lles|gr|os|as|e)\.?$/;
const OF_ORDINAL = /(?:\d|[IVXLC]{2}|\b[NMSDVXinkj])$/;
const MARKS: Readonly<Record<string, string>> = { TM: '™', SM: '℠' };

function signs(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));
}

/**
 * Writes superscripts and subscripts so that plain text keeps their meaning: `10⁶`, `H₂O`, `x^(a,b)`. A reference to a
 * note becomes `[1]`.
 */
export function markRaised(page: Page): void {
  for (const element of page.querySelectorAll('[style*="vertical-align"], .superscript, .subscript')) {
    const look = `${element.getAttribute('style') ?? ''} ${classOf(element)}`;
    const [, kind] = /(?:vertical-align:\s{0,9}|(?:^|\s))(super|sub)(?:script)?(?=$|[\s;!])/i.exec(look) ?? [];
    if (kind === undefined || /^(?:sup|sub|td|th|tr|img)$/.test(tagOf(element))) continue;
    name(element, kind.toLowerCase() === 'super' ? 'sup' : 'sub');
  }
  // Only these elements, because subtitles and menus use the same class names.
  for (const element of page.querySelectorAll('span.sup, span.sub, i.sup, i.sub'))
    if (/^[+−–-]?\d{1,6}[+−–-]?$/.test((element.textContent ?? '').trim()) && /\S$/.test(textBefore(element)))
      name(element, /(?:^|\s)sup(?:\s|$)/.test(classOf(element)) ? 'sup' : 'sub');
  // Inner elements first.
  for (const element of [...page.querySelectorAll('sup, sub')].reverse()) element.replaceWith(...written(element));

  function name(element: PageElement, as: 'sup' | 'sub'): void {
    const named = page.createElement(as);
    named.append(...element.childNodes);
    element.replaceWith(named);
  }
}

function written(element: PageElement): readonly (PageNode | string)[] {
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const isRaised = tagOf(element) === 'sup';
  if (text === '') return [...element.childNodes];
  const link = element.querySelector('a');
  if (/^[[(]/.test(text) || (isRaised && link && text === (link.textContent ?? '').trim())) {
    if (link && !/^[[(]/.test(text) && !element.querySelector('img')) link.textContent = `[${text}]`;
    return [...element.childNodes];
  }
  if (element.querySelector('img, [data-formula]')) return [...element.childNodes];
  if (isRaised && isEnding(text, textBefore(element))) return [text];
  if (isRaised && MARKS[text]) return [MARKS[text]];
  const table = isRaised ? RAISED : LOWERED;
  const isWord = /^\p{L}{2,}$/u.test(text);
  const letters = Array.from(text);
  if (!isWord && letters.every((sign) => table.has(sign))) return [letters.map((sign) => table.get(sign)).join('')];
  if (/^[*†‡§¶®™′″°]+$/.test(text)) return [text];
  const sign = isRaised ? '^' : '_';
  return [/^[\p{L}\d]+$/u.test(text) ? `${sign}${text}` : `${sign}(${text})`];
}

/** A lone `e` is an ending only after a Roman numeral: `2ᵉ` can be an exponent. */
function isEnding(text: string, before: string): boolean {
  return ENDING.test(text) && (text === 'e' ? /[IVXLC]{2}$/ : OF_ORDINAL).test(before);
}

function textBefore(element: PageElement): string {
  const before = element.previousSibling;
  const text = isElement(before) ? before.textContent : before?.nodeValue;
  return (text ?? '').slice(-8);
}
