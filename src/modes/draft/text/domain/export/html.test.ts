import fc from 'fast-check';
import { expect, test } from 'vitest';

import { draftCitation } from '../../../../../../fixtures/draft/draft-citation.ts';
import { asHtml, asHtmlDocument } from './html.ts';

const citation = draftCitation({ title: 'Coal', url: 'https://a.b', quote: 'a <b>' });
const html = (text: string) => asHtml({ text, citations: [] }, 'none');

test('Markdown becomes HTML with footnotes that lead back', () => {
  const written = asHtml({ text: '# Head\n\nOne[^1].\n\n| a |\n|---|\n| b |', citations: [citation] }, 'footnotes');
  expect(written).toContain('<h1>Head</h1>');
  expect(written).toContain('<td>b</td>');
  expect(written).toMatch(/<h2 id="footnote-label">Sources<\/h2>/);
  expect(written).toContain('href="#user-content-fn-1"');
  expect(written).toContain('Coal, <a href="https://a.b">https://a.b</a>. “a &lt;b&gt;”');
  expect(asHtml({ text: 'One[^1].', citations: [citation] }, 'links')).toBe(
    '<p>One (<a href="https://a.b">Coal</a>).</p>',
  );
});

test('HTML in the text is text, and links lead only to the web or to a mail address', () => {
  expect(html('<script>alert(1)</script>')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html('[a](javascript:x) [b](ftp://x) [c](/x) [d](mailto:a@b.c) [e](HTTPS://x)')).toBe(
    '<p><a>a</a> <a>b</a> <a>c</a> <a href="mailto:a@b.c">d</a> <a href="HTTPS://x">e</a></p>',
  );
});

test('an image is a link, so that nothing is fetched when the draft is read', () => {
  expect(html('![a "b"](https://x.org/p "t") ![](https://x.org/p?a&b) ![c](javascript:x)')).toBe(
    '<p><a href="https://x.org/p">a &quot;b&quot;</a> <a href="https://x.org/p?a&amp;b">https://x.org/p?a&amp;b</a> <a>c</a></p>',
  );
  expect(html('[![a](https://x.org/p)](https://y.org) ![d][e]\n\n[e]: https://x.org')).toBe(
    '<p><a href="https://y.org">a</a> <a href="https://x.org">d</a></p>\n',
  );
});

test('tags and addresses of any text are checked', () => {
  const piece = fc.constantFrom(
    '<img src=x onerror=alert(1)>',
    '[a](',
    'javascript:x',
    ')',
    '"',
    '<',
    '>',
    '![',
    '](',
    ' href="x"',
    '`',
    '\n',
    '<a href="javascript:x">',
    'a',
    '&quot;',
    '[^1]',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const written = asHtml(
        { text: pieces.join(''), citations: [{ ...citation, title: pieces.join('') }] },
        'footnotes',
      );
      expect(written).not.toMatch(/ (?:href|src)="(?!https?:|mailto:|#)/i);
      expect(written.replace(/="[^"]*"/g, '')).not.toMatch(/<script|<img|<[^>]*onerror/i);
    }),
    { numRuns: 500 },
  );
});

test('a document has the title of the draft', () => {
  expect(asHtmlDocument({ title: 'A <b> & c', text: 'One.', citations: [] }, 'none')).toContain(
    '<title>A &lt;b&gt; &amp; c</title>\n</head>\n<body>\n<p>One.</p>',
  );
});

test('formulas become MathML, which needs no other resource; money, code and invalid formulas stay unchanged', () => {
  const written = html('So $a_1 * b_2$, $5 and $6, `$x$`, $\\frac{1}{$.\n\n$$\nE = mc^2\n$$');
  expect(written.match(/<math/g)).toHaveLength(2);
  expect(written).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">');
  expect(written).toContain('<annotation encoding="application/x-tex">a_1 * b_2</annotation>');
  expect(written).toContain('$5 and $6');
  expect(written).toContain('<code>$x$</code>');
  expect(written).toContain('$\\frac{1}{$');
  expect(written).not.toMatch(/class="katex|<em>|[\uE000\uE001]/u);
  expect(html('$\\href{javascript:alert(1)}{a}$ $\\text{<b>x</b>}$')).not.toMatch(/javascript:[^<]*"|<b>/u);
});
