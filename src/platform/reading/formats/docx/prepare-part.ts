import { latexOfFormula } from './latex-of-formula.ts';

/** Private-use characters around the number of a formula. They are its placeholder until the text is Markdown. */
const OPENS = '\ue0f0';
const CLOSES = '\ue0f1';

/** Rewrites parts of a document, so that mammoth does not lose content that it does not know. */
export class WordParts {
  readonly #formulas: string[] = [];
  readonly #counts = { formula: 0, chart: 0, diagram: 0, comment: 0 };

  /** Number of items that cannot be read, by kind. */
  get unread(): Readonly<Record<string, number>> {
    return this.#counts;
  }

  /** Rewrites a part with elements that mammoth knows. Takes time linear in its length. */
  readonly prepare = (given: string, name: string): string => {
    const xml = given.includes(STRICT) ? transitional(given) : given;
    if (
      !name.endsWith('.xml') ||
      !/^[^<]*(?:<\?[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<\w+:(?:document|footnotes|endnotes)\b/u.test(xml)
    )
      return xml;
    this.#counts.chart += count(xml, '<c:chart ') + count(xml, '<cx:chart ');
    this.#counts.diagram += count(xml, '<dgm:relIds ');
    this.#counts.comment += count(xml, '<w:commentReference ');
    const steps: readonly ((text: string) => string)[] = [
      (text) => replaceElements(text, 'm:oMath', (formula) => this.#formulaText(formula)),
      (text) => replaceElements(text, 'm:oMathParaPr', () => ''),
      (text) => replaceElements(text, 'w:object', (object) => this.#objectText(object)),
      (text) => replaceElements(text, 'mc:AlternateContent', withTextBoxes),
      (text) => replaceElements(text, 'w:drawing', withTextBoxes),
      (text) => replaceElements(text, 'w:rt', () => ''),
      (text) => replaceElements(text, 'w:fldData', () => ''),
      (text) => text.replace(/<w:cr(?=[\s/>])/gu, '<w:br').replace(/<w:ptab(?=[\s/>])/gu, '<w:tab'),
      (text) => text.replace(/(?<=<\/?v:)(?:oval|line|polyline|arc|curve)(?=[\s/>])/gu, 'rect'),
      (text) => text.replace(/<\/?(?:m:oMathPara|w:ruby|w:rubyBase|w:bdo|w:dir|w:fldSimple)(?=[\s/>])[^>]*>/gu, ''),
    ];
    return steps.reduce((text, step) => step(text), xml);
  };

  /** Replaces the placeholders by the formulas. */
  withFormulas(markdown: string): string {
    // `$a$$b$` would not be read as two formulas.
    const apart = markdown.replace(/(?<=\ue0f1)(?=\ue0f0)/gu, ' ');
    return apart.replace(/\ue0f0(\d{1,9})\ue0f1/gu, (whole, index: string) => this.#formulas[Number(index)] ?? whole);
  }

  #formulaText(xml: string): string {
    let formula = NOTE;
    try {
      const latex = latexOfFormula(xml);
      if (latex === '') return '';
      formula = `$${latex}$`;
    } catch {
      this.#counts.formula += 1;
    }
    return `<w:r><w:t xml:space="preserve">${OPENS}${this.#formulas.push(formula) - 1}${CLOSES}</w:t></w:r>`;
  }

  /** A formula of an earlier version of Word, or of MathType, is opaque data of a program. */
  #objectText(xml: string): string {
    if (!/\bProgID="(?:Equation|MathType)/iu.test(xml)) return xml;
    this.#counts.formula += 1;
    return `<w:t xml:space="preserve">${NOTE}</w:t>`;
  }
}

const STRICT = 'http://purl.oclc.org/ooxml/';

/** Replaces the namespaces of the strict variant by those of the usual one, which differ in their year. */
function transitional(xml: string): string {
  return xml.replaceAll(
    /http:\/\/purl\.oclc\.org\/ooxml\/([a-z]{1,40})\/([a-z]{1,40})/giu,
    'http://schemas.openxmlformats.org/$1/2006/$2',
  );
}

const NOTE = '[formula]';

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/**
 * Text boxes, and words that only a `Choice` contains, in a form that mammoth reads, unless the element has a fallback
 * with words.
 */
function withTextBoxes(xml: string): string {
  const fallback = xml.indexOf('<mc:Fallback');
  if (fallback >= 0 && xml.includes('<w:t', fallback)) return xml;
  if (!xml.includes('<w:txbxContent>')) {
    const [start, end] = [xml.indexOf('<mc:Choice'), xml.indexOf('</mc:Choice>')];
    return end > start && /<w:t[\s>]/u.test(xml) ? xml.slice(xml.indexOf('>', start) + 1, end) : xml;
  }
  const boxes: string[] = [];
  replaceElements(xml, 'w:txbxContent', (box) => {
    boxes.push(box);
    return '';
  });
  return `<w:pict>${boxes.join('')}</w:pict>`;
}

/** Replaces the outermost elements of a name by the result of `replace` for their XML. */
function replaceElements(xml: string, name: string, replace: (element: string) => string): string {
  if (!xml.includes(`<${name}`)) return xml;
  const tag = new RegExp(`<(/?)${name}(?=[\\s/>])[^>]*>`, 'gu');
  const parts: string[] = [];
  let from = 0;
  let start = 0;
  let depth = 0;
  for (const { 0: found, 1: close, index } of xml.matchAll(tag)) {
    if (found.endsWith('/>')) continue;
    if (close === '') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      parts.push(xml.slice(from, start), replace(xml.slice(start, index + found.length)));
      from = index + found.length;
    }
  }
  return parts.join('') + xml.slice(from);
}
