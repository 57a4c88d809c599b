import { gzipSync } from 'node:zlib';

import katex from 'katex';
import { afterAll, expect, test } from 'vitest';

import { DRAWN_PICTURE, drawCodes, drawLine, makeDrawnPdf, makePdf } from '../../../fixtures/documents/make-pdf.ts';
import { makeDocx, makeWord, makeZip, strictNames } from '../../../fixtures/documents/make-zip.ts';
import { createDocumentReader } from './create-document-reader.ts';

const reader = createDocumentReader();
afterAll(() => reader.close());

interface Given {
  readonly name?: string;
  readonly mediaType?: string;
  readonly url?: string | null;
}

function read(content: string | Uint8Array, { name = '', mediaType = '', url = null }: Given = {}) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const reading = { signal: new AbortController().signal, onProgress: () => {} };
  return reader.read({ bytes, name, mediaType, url }, reading);
}

const sentence = 'Pumping was the first use of coal that anybody had known of.';
const html = { mediaType: 'text/html; charset=utf-8', url: 'https://example.org/a/page' };

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en-GB"><head><title>A title | A site</title>${head}</head><body><nav><a href="/">Home</a></nav>${body}<script>let x = "bad";</script></body></html>`;
const article = (more = '') =>
  page(
    `<article><h1>The part nobody saw</h1><p>${`${sentence} `.repeat(8)}</p><p>See <a href="../b">this</a> or <a href="javascript:bad()">that</a>.</p><img src="https://example.org/x.png">${more}</article>`,
    '<meta property="og:site_name" content="A site"><meta name="author" content="Ann Author"><meta property="article:published_time" content="2024-03-14T12:00:00Z">',
  );

test('the article of a page is read as Markdown, with the page’s metadata', async () => {
  const found = await read(
    article('<table><tr><th>Year</th><th>Price</th></tr><tr><td>2023</td><td>60</td></tr></table>'),
    html,
  );
  expect(found).toMatchObject({
    author: 'Ann Author',
    site: 'A site',
    language: 'en',
    createdAt: Date.parse('2024-03-14T12:00:00Z'),
  });
  expect(found.content).toContain(sentence);
  expect(found.content).toContain('[this](https://example.org/b)');
  expect(found.content).toContain('| Year | Price |\n| --- | --- |\n| 2023 | 60 |');
  for (const unwanted of ['Home', 'bad', 'x.png', 'javascript']) expect(found.content).not.toContain(unwanted);
});

test('a page without an article is read whole', async () => {
  expect((await read(page('<p>Short.</p><ul><li>One</li></ul>'), html)).content).toBe('Short.\n\n-   One');
});

test('an element that a style makes a block has a separate line', async () => {
  const block = (name: string, text: string, display = 'block') =>
    `<${name} style="color:red; display: ${display}">${text}</${name}>`;
  const text = async (body: string) => (await read(page(body), html)).content;
  expect(await text(`<p>${block('span', 'Tin')}${block('span', 'Lead', 'flex')}</p>`)).toBe('Tin\n\nLead');
  expect(await text(`<div>${block('b', 'Tin')}${block('i', 'Lead', 'grid')}</div>`)).toBe('**Tin**\n\n*Lead*');
  expect(await text(`<h2>${block('span', 'Tin')}${block('span', 'Lead')}</h2><p>Ore</p>`)).toBe('## Tin Lead\n\nOre');
  expect(await text(`<p>${block('span', 'T', 'inline-block')}${block('span', 'in', 'inline')}</p>`)).toBe('Tin');
  expect(await text(`<ul><li>${block('span', 'Tin')}${block('span', 'Lead')}</li></ul>`)).toMatch(/Tin\s+Lead/);
});

test('a page in another charset is read by its declaration or its byte order mark', async () => {
  const latin = Uint8Array.from(Buffer.from(page('<p>Käse und Brötchen für alle</p>'), 'latin1'));
  expect((await read(latin, { ...html, mediaType: 'text/html; charset=iso-8859-1' })).content).toContain('Brötchen');
  const late = page(
    '<p>Käse</p>',
    `<script>${'x'.repeat(9_000)}</script><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">`,
  );
  expect((await read(Uint8Array.from(Buffer.from(late, 'latin1')), { name: 'page.html' })).content).toBe('Käse');
  const wide = Uint8Array.from(Buffer.from(`\ufeff${page('<p>Käse</p>')}`, 'utf16le'));
  expect((await read(wide, { name: 'page.html' })).content).toContain('Käse');
});

test('a page that is nested without end is read as plain words', async () => {
  const deep = `${'<div>'.repeat(100_000)}${sentence}${'</div>'.repeat(100_000)}`;
  expect((await read(page(deep), html)).content).toContain(sentence);
});

test('scripts, styles and comments of such a page are dropped, and an unclosed one is read as words', async () => {
  const unread = '<script>let a = "<b>";</script><!-- <style> --><svg><path/></SVG ><styled>seen</styled><style>left';
  const { content } = await read(page('<div>'.repeat(1_000) + sentence + unread), html);
  expect(content).toContain(sentence);
  expect(content).toMatch(/seen\s+left/);
  expect(content).not.toMatch(/let a|path|<style>/);
});

test('a table with one very long row is read as plain cells', async () => {
  const table = `<table><tr>${'<td>wide</td>'.repeat(2_000)}</tr>${'<tr><td>tall</td></tr>'.repeat(2_000)}</table>`;
  const { content } = await read(page(table), html);
  expect([content.match(/wide/gu)?.length, content.match(/tall/gu)?.length]).toEqual([2_000, 2_000]);
  expect(content.length).toBeLessThan(100_000);
});

const ofPage = async (body: string) => {
  const { content, leftOut } = await read(article(body), html);
  return { text: content.slice(content.indexOf('that.') + 5).trim(), leftOut };
};

test.each([
  ['with a line break first, and stars', '<pre>\na *b*\n\n\n  _c_</pre>', '```\na *b*\n\n\n  _c_\n```'],
  ['with line breaks as elements', '<pre>a<br>b<br><br>c</pre>', '```\na\nb\n\nc\n```'],
  [
    'with an element for each line',
    '<div class="language-ts code-block"><pre><code><div class="line">let a</div><div class="line"></div><div class="line">b</div></code></pre><button>Copy</button></div>',
    '```ts\nlet a\n\nb\n```',
  ],
  [
    'with a column of numbers',
    '<figure class="highlight python"><table><tr><td class="gutter"><pre>1<br>2</pre></td><td class="code"><pre><span>x = 1</span><br>y</pre></td></tr></table></figure>',
    '```python\nx = 1\ny\n```',
  ],
  [
    'with a row for each line',
    '<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">one</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">  two</td></tr></table>',
    '```\none\n  two\n```',
  ],
  [
    'with a number in each line',
    '<pre class="src src-sh"><span class="linenos">1</span>ls\n<span class="linenos">2</span>cd</pre>',
    '```sh\nls\ncd\n```',
  ],
  [
    'with a named element for each line and no break',
    '<pre><code class="language-go"><span class="line">var a</span><span class="line">  b()</span></code></pre>',
    '```go\nvar a\n  b()\n```',
  ],
  ['in an element of old pages', '<xmp>a <b>\n  c</xmp>', '```\na <b>\n  c\n```'],
  ['broken by hand', '<p><code>a<br>  b</code></p>', '```\na\n  b\n```'],
  [
    'as an editor copies it',
    '<div style="font-family: Menlo, monospace; white-space: pre;"><div>let a</div><div>  b</div></div>',
    '```\nlet a\n  b\n```',
  ],
  ['that begins with numbers itself', '<pre>1 ore\n2 coal</pre>', '```\n1 ore\n2 coal\n```'],
])('code %s keeps its lines', async (_, given, code) => {
  expect((await ofPage(`<p>Code:</p>${given}<p>After.</p>`)).text).toBe(`Code:\n\n${code}\n\nAfter.`);
});

test.each([
  [
    'KaTeX',
    '<span class="katex"><span class="katex-mathml"><math><semantics><mi>v</mi><annotation encoding="application/x-tex">v^2 \\mid 3</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">v23</span></span>',
    '$v^2 \\mid 3$',
  ],
  [
    'MathJax 2',
    '<span class="MathJax_Preview"></span><span class="MathJax"><span>v2</span></span><script type="math/tex">v^2</script>',
    '$v^2$',
  ],
  [
    'MathJax 3 with MathML',
    '<mjx-container class="MathJax" jax="CHTML"><mjx-math>?</mjx-math><mjx-assistive-mml><math><mfrac><mi>α</mi><mn>2</mn></mfrac><mo>≤</mo><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></math></mjx-assistive-mml></mjx-container>',
    String.raw`$\frac{\alpha}{2} \leq x_{i}^{2}$`,
  ],
  [
    'MathJax 3 as a drawing',
    '<mjx-container jax="SVG"><svg><g data-mml-node="math"><g data-mml-node="msup"><g data-mml-node="mi"><use data-c="1D465"></use></g><g data-mml-node="mn"><use data-c="32"></use></g></g></g></svg></mjx-container>',
    '$x^{2}$',
  ],
  [
    'Wikipedia',
    String.raw`<span class="mwe-math-element"><span style="display: none"><math><annotation encoding="application/x-tex">{\displaystyle F=ma}</annotation></math></span><img class="mwe-math-fallback-image-inline" alt="{\displaystyle F=ma}"></span>`,
    '$F=ma$',
  ],
  ['a picture', String.raw`<img class="latex" src="/latex.php?latex=x" alt="\rho_1">`, String.raw`$\rho_1$`],
  ['an attribute', String.raw`<span class="ztext-math" data-tex="\rho_2">ρ2</span>`, String.raw`$\rho_2$`],
  ['an editor of texts', String.raw`<span class="ql-formula" data-value="\rho_3">ρ3</span>`, String.raw`$\rho_3$`],
  ['a fast page', String.raw`<amp-mathml data-formula="\(\rho_4\)"></amp-mathml>`, String.raw`$\rho_4$`],
  ['TeX in the text', String.raw`\(a_1 &lt; b_2\)`, '$a_1 < b_2$'],
])('a formula of %s is read once', async (_, given, formula) => {
  expect(await ofPage(`<p>It is ${given} here, for $5.</p>`)).toEqual({
    text: `It is ${formula} here, for $5.`,
    leftOut: ['1 picture'],
  });
});

test.each([
  ['a_i^2 + \\frac{b}{2}', '$a_{i}^{2} + \\frac{b}{2}$'],
  ["f'(x) \\leq \\sin x", "$f'(x) \\leq \\sin x$"],
  ['\\sqrt{x}\\,\\mathbb{R}\\text{ if }\\alpha', '$\\sqrt{x} \\mathbb{R}\\text{ if }\\alpha$'],
  ['\\binom{n}{k}', null],
  ['\\hat{x}', null],
])('of a formula %s of KaTeX that was saved as rendered, only unambiguous parts are read', async (tex, formula) => {
  const { text, leftOut } = await ofPage(`<p>So ${katex.renderToString(tex, { output: 'html' })} it is.</p>`);
  expect(text).toBe(`So ${formula ?? String.raw`\[formula\]`} it is.`);
  expect(leftOut).toEqual(formula === null ? ['1 formula', '1 picture'] : ['1 picture']);
});

test('a KaTeX display counts once, and a sum keeps its limits', async () => {
  const displayed = (tex: string) => katex.renderToString(tex, { output: 'html', displayMode: true });
  expect((await ofPage(displayed('\\sum_{i=1}^n i'))).text).toBe('$$\\sum _{i=1}^{n} i$$');
  expect((await ofPage(displayed('\\hat{x}'))).leftOut).toEqual(['1 formula', '1 picture']);
});

test('a formula without a source leaves a note in its place, and so do pictures and films', async () => {
  const drawn = '<span class="katex"><span class="katex-html" aria-hidden="true">x2</span></span>';
  const { text, leftOut } = await ofPage(
    `<p>So ${drawn}.</p><img src="b.png" alt="A forge"><img src="dot.gif" width="1" height="1"><video src="a.mp4"></video>`,
  );
  expect(text).toContain(String.raw`So \[formula\].`);
  expect(leftOut).toEqual(['1 formula', '2 pictures', '1 video']);
});

test('superscripts and subscripts keep their meaning', async () => {
  const given =
    '5<sup>7</sup> kg/m<sup>3</sup>, CO<sub>2</sub>, y<sup>a,b</sup>, 2<sup>nd</sup>, 10<span style="vertical-align: super">9</span>, N<i class="subscript">2</i>, 8<span class="sup">3</span>, a <span class="sub">4</span>, seen.<sup><a href="#f4">4</a></sup>';
  expect((await ofPage(`<p>${given}</p>`)).text).toBe(
    String.raw`5⁷ kg/m³, CO₂, y^(a,b), 2nd, 10⁹, N₂, 8³, a 4, seen.\[4\]`,
  );
});

test('cells are in their columns, on one line, and a table in a cell is read once', async () => {
  const table =
    '<table><caption>Forges</caption><thead><tr><th rowspan="2">Year</th><th colspan="2">Iron</th></tr><tr><th>bar</th><th>pig</th></tr></thead>' +
    '<tr><td rowspan="2">1750</td><td>a</td><td><p>b</p><p>c</p></td></tr><tr><td><ul><li>d</li><li>e</li></ul></td>' +
    '<td><table><tr><td>f</td><td>g</td></tr></table></td></tr><tr><td colspan="2">all</td><td><code>h|i</code></td></tr></table>';
  expect((await ofPage(table)).text.split('\n')).toEqual([
    'Forges',
    '',
    '| Year | Iron bar | Iron pig |',
    '| --- | --- | --- |',
    '| 1750 | a | b c |',
    '| 1750 | d; e | f, g |',
    String.raw`| all |  | \`h\|i\` |`.replaceAll('\\`', '`'),
  ]);
});

test('a cell does not extend beyond its part of the table, and code in a cell is read', async () => {
  const table =
    '<table><thead><tr><th colspan="90">Ore</th></tr></thead><tbody><tr><th rowspan="0">Tin</th><td>1</td></tr><tr><td>2</td></tr></tbody>' +
    '<tbody><tr><td>Lead</td><td>3</td></tr></tbody></table>';
  expect((await ofPage(table)).text).toBe('| Ore |  |\n| --- | --- |\n| Tin | 1 |\n| Tin | 2 |\n| Lead | 3 |');
  const code = '<table><tr><td>Words</td><td><pre>a\n b</pre></td></tr><tr><td>c</td><td>d</td></tr></table>';
  expect((await ofPage(code)).text).toBe('Words\n\n```\na\n b\n```\n\nc\n\nd');
});

test('links keep their parentheses and resolve against the base, and text that looks like markup stays text', async () => {
  const links = '<a href="/w/Forge_(tool)">a</a> <a href="x)y">b</a> <a href="//c.example">c</a> <a href="#d">d</a>';
  const head = '<base href="https://example.org/deep/">';
  const body = `<article><p>${`${sentence} `.repeat(8)}</p><p>${links} &lt;b&gt; &amp;amp;</p></article>`;
  const { content } = await read(page(body, head), html);
  expect(content.split('\n').at(-1)).toBe(
    String.raw`[a](https://example.org/w/Forge_(tool)) [b](https://example.org/deep/x%29y) [c](https://c.example/) d \<b> \&amp;`,
  );
});

test('terms, summaries and captions are separate blocks', async () => {
  const given =
    '<dl><dt>Bloom</dt><dd>Raw iron</dd></dl><details><summary>More</summary>Hidden</details><figure><figcaption>A hearth</figcaption></figure>';
  expect((await ofPage(given)).text).toBe('**Bloom**\n\nRaw iron\n\n**More**\n\nHidden\n\nA hearth');
});

test('the author of a quotation, side notes, item numbers and picture descriptions are read', async () => {
  const said = '<blockquote><p>Strike while it is hot.</p><footer>— <cite>A smith of Kent</cite></footer></blockquote>';
  const beside = '<aside class="note"><p>Charcoal was made in the wood, by others.</p></aside>';
  const menu = '<aside><a href="/a">More about iron</a></aside><aside class="newsletter">Write to us each week</aside>';
  const items =
    '<ol><li value="4">Heat</li><li>Beat</li><li value="9">Cool</li></ol><ol reversed><li>b</li><li>a</li></ol>';
  const pictures =
    '<figure><img src="c.png" alt="Chart: bar iron fell to 40 tons [1]"><figcaption>Output</figcaption></figure>' +
    '<figure><img src="d.png" alt="The hearth of 1750"><figcaption>The hearth of 1750</figcaption></figure>';
  const { text, leftOut } = await ofPage(said + beside + menu + items + `<p>Then.</p>${pictures}`);
  expect(text.split(/\n+/).map((line) => line.replace(/(?<=\.) +/, ' '))).toEqual([
    '> Strike while it is hot.',
    '> ',
    '> — A smith of Kent',
    'Charcoal was made in the wood, by others.',
    '4. Heat',
    '5. Beat',
    '9. Cool',
    '2. b',
    '1. a',
    'Then.',
    String.raw`[Picture: Chart: bar iron fell to 40 tons \[1\]]`,
    'Output',
    'The hearth of 1750',
  ]);
  expect(leftOut).toEqual(['3 pictures']);
});

test('an article that is mostly code is read whole', async () => {
  const code = Array.from({ length: 12 }, (_, at) => `<h2>Part ${at}</h2><pre>step_${at}()\nmore</pre>`).join('');
  const { text } = await ofPage(code);
  for (let at = 0; at < 12; at += 1) expect(text).toContain(`## Part ${at}\n\n\`\`\`\nstep_${at}()`);
});

const inPairs = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

test.each([
  ['Chinese', 'bfaa ca BC a1a3 d5e2 CAC7 D2BB B8F6 C8CB B5C4 B9CA CAC2', '开始。这是一个人的故事'],
  ['Japanese', '82B1 82EA 82CD 8140 8365 8358 8367 8142 82AA 82A0 82E9', 'これは　テスト。がある'],
  ['Russian', 'cff0 e8e2 e5f2 2c20 fdf2 ee20 f2e5 eaf1 f220 ed E020 f0F3 F1F1 EAEE EC', 'Привет, это текст на русском'],
  [
    'Polish',
    '57EA 67 69656C 206A657374 2064 6C61 206B 6F6F 776F 6C61 2C20 7A20 BF61 726F 6D',
    'Węgiel jest dla koowola, z żarom',
  ],
  ['Korean', 'b5b5bdc3bfcd20b3aab9ab', '도시와 나무'],
  ['Thai', 'cac7d1cab4d5a4c3d1ba', 'สวัสดีครับ'],
])('a note in %s of an old encoding is read', async (_, hex, text) => {
  expect((await read(inPairs(hex), { name: 'a.txt' })).content).toBe(text);
});

test('a short name in an old encoding is read if no other reading comes near', async () => {
  for (const [hex, text] of [
    ['d6d0b9fa', '中国'],
    ['4bfc68', 'Küh'],
  ] as const)
    expect([hex, (await read(inPairs(hex), { name: 'a.txt' })).content]).toEqual([hex, text]);
});

test('a few words in an unclear encoding are rejected with a question rather than misread', async () => {
  // Chinese, Japanese, Chinese, Russian, Czech, and words so short that they are words of several languages.
  for (const hex of [
    'c8c8b1c3b1cabcc7',
    'b1f9c3b3d2d7',
    '93fa967b8cea',
    'b2cbc6d7',
    'c3f0e8e1',
    '6ef9f2',
    'd7e0f1',
    'c6d7',
  ])
    await expect(read(inPairs(hex), { name: 'a.txt' })).rejects.toMatchObject({
      message: expect.stringContaining('encoding') as string,
    });
});

test('UTF-16 without a byte order mark, and UTF-8 declared as something else, are read', async () => {
  const wide = Uint8Array.from(Buffer.from('A forge, and its fire.', 'utf16le'));
  expect((await read(wide, { name: 'a.txt' })).content).toBe('A forge, and its fire.');
  const wrong = { ...html, mediaType: 'text/html; charset=iso-8859-1' };
  expect((await read(page('<p>Käse für alle</p>'), wrong)).content).toBe('Käse für alle');
});

test('broken characters are counted', async () => {
  const bytes = Uint8Array.from(Buffer.concat([Buffer.from('Öfen, Käse, Größe, '), Buffer.from([0xe4, 0x20])]));
  expect((await read(bytes, { name: 'a.txt' })).leftOut).toEqual(['1 unreadable character']);
});

test('a text in an unknown encoding is rejected, and a few unknown letters are reported', async () => {
  const odd = Array.from({ length: 60 }, (_, at) => 0x80 + ((at * 37) % 0x7f));
  await expect(read(Uint8Array.from(odd), { name: 'a.txt' })).rejects.toMatchObject({
    message: expect.stringMatching(/encoding|not text/) as string,
  });
  const few = Uint8Array.from([...Buffer.from(`${sentence} `.repeat(20)), 0x98, 0xcd, 0x93, 0xb7, 0x9d]);
  expect((await read(few, { name: 'a.txt' })).leftOut).toEqual([expect.stringContaining('encoding')]);
});

test('a page without text is reported', async () => {
  await expect(read('<html><body><div id="app"></div></body></html>', html)).rejects.toMatchObject({
    name: 'UnreadableDocument',
    message: expect.stringContaining('no text'),
  });
});

test('a PDF is read page by page, without page numbers, and with hyphenated words joined', async () => {
  const progress: string[] = [];
  const pages = [1, 2, 3, 4, 5].map((number) => [
    'The Coal Question',
    '',
    'It is wholly a confusion of ideas to suppose that the econo-',
    `mical use of fuel is equivalent to a diminished use ${'abcde'[number]}.`,
    '',
    'Another paragraph stands here.',
    '',
    `Page ${number}`,
  ]);
  const found = await reader.read(
    { bytes: makePdf(pages, 'The Coal Question'), name: 'coal.pdf', mediaType: 'application/pdf', url: null },
    { signal: new AbortController().signal, onProgress: ({ words }) => progress.push(words) },
  );
  expect(found).toMatchObject({ title: 'The Coal Question', author: 'Ann Author' });
  expect(found.createdAt).toBe(Date.parse('2024-03-14T12:00:00Z'));
  expect(found.content).toContain('that the economical use of fuel');
  expect(found.content).toContain('\n\nAnother paragraph stands here.');
  expect(found.content).not.toMatch(/Page \d|The Coal Question/);
  expect(progress).toEqual([1, 2, 3, 4, 5].map((number) => `page ${number} of 5`));
});

const codes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

test.each<[string, { font: [string, string]; hex: string; text: string }]>([
  [
    'Shift-JIS',
    {
      font: ['90ms-RKSJ-H', 'Japan1'],
      hex: '8fc98e7182cd8dbb82a982e78dec82e782ea82e98142',
      text: '硝子は砂から作られる。',
    },
  ],
  [
    'Korean',
    {
      font: ['KSCms-UHC-H', 'Korea1'],
      hex: 'b0a1b8b6c0c720bad2c0ba20b9e3bbf520c5c0b4d92e',
      text: '가마의 불은 밤새 탔다.',
    },
  ],
])('a PDF in %s is read by the character maps, beside Latin lines', async (_, { font, hex, text }) => {
  const bytes = makeDrawnPdf([drawLine(72, 700, sentence) + drawCodes(72, 600, codes(hex))], {
    codes: font,
  });
  expect((await read(bytes, { name: 'a.pdf' })).content).toBe(`${sentence}\n\n${text}`);
});

test('pages without text are counted if they show something', async () => {
  const [text, blank] = [drawLine(72, 700, sentence), 'q Q'];
  const mixed = await read(makeDrawnPdf([text, DRAWN_PICTURE, blank, DRAWN_PICTURE, text, '']), { name: 'a.pdf' });
  expect(mixed).toMatchObject({ content: `${sentence}\n\n${sentence}` });
  expect(mixed.leftOut).toEqual(['2 of 6 pages are pictures and were not read.']);
  expect((await read(makeDrawnPdf([text, blank]), { name: 'a.pdf' })).leftOut).toEqual([]);
  const drawing = '72 72 m 200 300 l S 90 90 m 300 100 l S 80 80 60 60 re S';
  const ornaments = drawLine(72, 700, 'Part I') + drawing;
  const ground = '0 0 595 842 re f';
  const drawn = await read(makeDrawnPdf([text, drawing, ornaments, ground]), { name: 'a.pdf' });
  expect(drawn.leftOut).toEqual(['1 of 4 pages has drawings and no text.']);
  await expect(read(makeDrawnPdf([drawing]), { name: 'a.pdf' })).rejects.toMatchObject({
    message: 'This PDF has no text: its pages are drawings.',
  });
  await expect(read(makeDrawnPdf([DRAWN_PICTURE]), { name: 'a.pdf' })).rejects.toMatchObject({
    message: expect.stringContaining('pictures'),
  });
});

test('glyphs without a mapping to letters are counted too', async () => {
  const unknown = drawCodes(72, 700, codes('f001'.repeat(30)));
  const { leftOut } = await read(makeDrawnPdf([drawLine(72, 700, sentence), unknown]), { name: 'a.pdf' });
  expect(leftOut).toEqual(['1 of 2 pages has letters that could not be read.']);
});

test('columns whose lines were drawn row by row are read column by column', async () => {
  const left = [
    'Glass is made of sand, and of the',
    'ash of beech or fern. A furnace',
    'melts both in a day and a night.',
  ];
  const right = [
    'A blower takes a gather on the',
    'pipe, rolls it on a slab of iron',
    'and blows until it has its form.',
  ];
  const rows = left.map(
    (line, row) => drawLine(72, 700 - 14 * row, line) + drawLine(320, 700 - 14 * row, right[row] ?? ''),
  );
  const { content } = await read(makeDrawnPdf([rows.join('')]), { name: 'a.pdf' });
  expect(content.replaceAll(/\s+/g, ' ')).toBe([...left, ...right].join(' '));
});

test.each([
  ['a byte order mark', '\u00ef\u00bb\u00bf'],
  ['blanks', '\r\n\0\0'],
  ['what a server wrote', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n'],
])('a PDF after %s is recognised under any name', async (_, before) => {
  const bytes = Buffer.concat([Buffer.from(before, 'latin1'), makePdf([[sentence]])]);
  expect((await read(Uint8Array.from(bytes), { name: 'a.dat' })).content).toBe(sentence);
});

test('a text about PDF is a text', async () => {
  const text = 'A file of this kind begins with %PDF-1.7 and ends with %%EOF.';
  expect((await read(text, { name: 'a.txt' })).content).toBe(text);
});

const LOOP = new TextEncoder().encode(
  [
    '%PDF-1.7',
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
    '2 0 obj\n<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 100 >>\nendobj',
    'xref\n0 3\n0000000000 65535 f ',
    '0000000009 00000 n ',
    '0000000058 00000 n ',
    'trailer\n<< /Size 3 /Root 1 0 R >>\nstartxref\n123\n%%EOF\n',
  ].join('\n'),
);

test.each([
  ['without text', makePdf([[''], [''], ['']]), 'no text'],
  ['that is damaged', new TextEncoder().encode('%PDF-1.7\nnothing else'), 'damaged'],
  ['whose pages hold themselves', LOOP, 'damaged'],
])('a PDF %s is reported', async (_, bytes, words) => {
  await expect(read(bytes, { name: 'a.pdf' })).rejects.toMatchObject({ message: expect.stringContaining(words) });
});

test('a line that repeats on every page is kept if the pages contain nothing else', async () => {
  expect((await read(makePdf([[sentence], [sentence], [sentence], [sentence]]), { name: 'a.pdf' })).content).toContain(
    sentence,
  );
});

test('an encrypted PDF is reported', async () => {
  const plain = Buffer.from(makePdf([[sentence]])).toString('latin1');
  const dictionary = `<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`;
  const locked = plain.replace('/Root 1 0 R', `/Encrypt ${dictionary} /ID [<00><00>] /Root 1 0 R`);
  await expect(read(Uint8Array.from(Buffer.from(locked, 'latin1')))).rejects.toMatchObject({
    message: expect.stringContaining('encrypted'),
  });
});

test('a Word document is read', async () => {
  const found = await read(makeDocx(['The part nobody saw', sentence]), { name: 'a.docx' });
  expect(found).toMatchObject({ title: 'The part nobody saw', content: `# The part nobody saw\n\n${sentence}` });
});

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (...inside: string[]) => `<w:p>${inside.join('')}</w:p>`;
const math = (text: string, style = '') =>
  `<m:r>${style && `<m:rPr><m:sty m:val="${style}"/></m:rPr>`}<m:t>${text}</m:t></m:r>`;
const word = async (body: string, more = {}) => read(makeWord(body, more), { name: 'a.docx' });

test.each([
  ['a fraction', `<m:f><m:num>${math('dy')}</m:num><m:den>${math('dx')}</m:den></m:f>`, '\\frac{dy}{dx}'],
  ['a power', `<m:sSup><m:e>${math('r')}</m:e><m:sup>${math('2')}</m:sup></m:sSup>`, 'r^2'],
  [
    'a power of brackets',
    `<m:sSup><m:e><m:d><m:e>${math('p+q')}</m:e></m:d></m:e><m:sup>${math('10')}</m:sup></m:sSup>`,
    '\\left( p+q \\right)^{10}',
  ],
  [
    'a sum',
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${math('k=0')}</m:sub><m:sup>${math('n')}</m:sup><m:e>${math('k')}</m:e></m:nary>`,
    '\\sum_{k=0}^n k',
  ],
  ['a root', `<m:rad><m:deg/><m:e>${math('2')}</m:e></m:rad>`, '\\sqrt{2}'],
  ['a function', `<m:func><m:fName>${math('cos', 'p')}</m:fName><m:e>${math('φ')}</m:e></m:func>`, '\\cos φ'],
  [
    'a matrix',
    `<m:m><m:mr><m:e>${math('1')}</m:e><m:e>${math('0')}</m:e></m:mr></m:m>`,
    '\\begin{matrix} 1 & 0 \\end{matrix}',
  ],
  ['signs that mean something in LaTeX', math('5%|{x}'), '5\\%\\vert \\{x\\}'],
])('%s of a Word document is LaTeX in its place', async (_, formula, latex) => {
  const written = `<m:oMath>${formula}</m:oMath>`;
  const { content, leftOut } = await word(paragraph(run('Let '), written, written, run(' be.')));
  expect(content).toBe(`Let $${latex}$ $${latex}$ be.`);
  expect(leftOut).toEqual([]);
});

test('a formula on a separate line, in a cell and in a footnote is read too', async () => {
  const formula = `<m:oMath>${math('a|b')}</m:oMath>`;
  const cells = `<w:tc>${paragraph(formula)}</w:tc><w:tc>${paragraph(run('cell'))}</w:tc>`;
  const note = `<w:footnote w:id="1">${paragraph(run('Where '), formula)}</w:footnote>`;
  const { content } = await word(
    paragraph(`<m:oMathPara><m:oMathParaPr><m:jc m:val="left"/></m:oMathParaPr>${formula}</m:oMathPara>`) +
      `<w:tbl><w:tr>${cells}</w:tr></w:tbl>${paragraph(run('Noted'), '<w:r><w:footnoteReference w:id="1"/></w:r>')}`,
    { 'word/footnotes.xml': `<?xml version="1.0"?><w:footnotes XMLNS>${note}</w:footnotes>` },
  );
  expect(content).toMatch(/^\$a\\vert b\$\n\n\| \$a\\vert b\$ \| cell \|/);
  expect(content).toMatch(/Where \$a\\vert b\$$/);
});

test('content of a Word document besides its text is reported: formulas of other programs, charts and comments', async () => {
  const formula = '<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r>';
  const chart = '<w:drawing><wp:inline><c:chart xmlns:c="c"/></wp:inline></w:drawing>';
  const { content, leftOut } = await word(
    paragraph(run('By '), formula, run(' we mean'), `<w:r>${chart}<w:commentReference w:id="0"/></w:r>`),
  );
  expect(content.replaceAll('\\', '')).toBe('By [formula] we mean');
  expect(leftOut).toEqual(['1 formula', '1 chart', '1 comment']);
});

test('text boxes, inserted and moved words are read once, and deleted words are not', async () => {
  const box = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;
  const drawing = (text: string) =>
    `<w:drawing><wp:anchor><a:graphic><wps:txbx>${box(text)}</wps:txbx></a:graphic></wp:anchor></w:drawing>`;
  const fallback = `<mc:Fallback><w:pict><v:shape><v:textbox>${box('Both')}</v:textbox></v:shape></w:pict></mc:Fallback>`;
  const choice = (text: string, or = '') =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${drawing(text)}</mc:Choice>${or}</mc:AlternateContent></w:r>`;
  const changes =
    `<w:del>${'<w:r><w:delText>gone</w:delText></w:r>'}</w:del><w:ins>${run('new')}</w:ins>` +
    `<w:moveFrom>${run('away')}</w:moveFrom><w:moveTo>${run(' here')}</w:moveTo>`;
  const { content } = await word(
    paragraph(run('One'), choice('Both', fallback)) +
      paragraph(run('Two'), choice('Only')) +
      paragraph(run('Three'), `<w:r>${drawing('Bare')}</w:r>`) +
      paragraph(changes),
  );
  expect(content.split('\n\n')).toEqual(['One', 'Both', 'Two', 'Only', 'Three', 'Bare', 'new here']);
});

test('words in fields, and in every other element, are read', async () => {
  const field = (code: string, ...inside: string[]) =>
    `<w:fldSimple w:instr=" ${code} \\* MERGEFORMAT ">${inside.join('')}</w:fldSimple>`;
  const inside = (name: string, text: string) => `<w:${name}>${run(text)}</w:${name}>`;
  const box = `<w:txbxContent>${paragraph(run('Round'))}</w:txbxContent>`;
  const { content } = await word(
    paragraph(run('Plate '), field('SEQ Plate', '<w:fldData>AAAA</w:fldData>', run('12')), run(': The kiln')) +
      paragraph(
        run('See '),
        `<w:hyperlink w:anchor="x">${field('REF x', inside('smartTag', 'Plate 12'))}</w:hyperlink>`,
        inside('ins', ' of '),
        `<w:sdt><w:sdtContent>${field('DOCPROPERTY n', run('3,100'))}</w:sdtContent></w:sdt>`,
        inside('customXml', ' pots'),
      ) +
      paragraph(
        `<w:r><mc:AlternateContent><mc:Choice Requires="w16"><w:t>Chosen</w:t></mc:Choice></mc:AlternateContent></w:r>`,
      ) +
      paragraph(`<w:r><w:pict><v:oval><v:textbox>${box}</v:textbox></v:oval></w:pict></w:r>`),
  );
  expect(content.split('\n\n')).toEqual(['Plate 12: The kiln', 'See Plate 12 of 3,100 pots', 'Chosen', 'Round']);
});

test('a paragraph in the title style becomes the title under any name of the style, and the author is read', async () => {
  const style = '<w:style w:type="paragraph" w:styleId="Titre"><w:name w:val="Title"/></w:style>';
  const core =
    '<cp:coreProperties><dc:title>A template</dc:title><dc:creator>Ann &amp; Bo</dc:creator><dcterms:created>2024-03-14T00:00:00Z</dcterms:created></cp:coreProperties>';
  const found = await word(
    `<w:p><w:pPr><w:pStyle w:val="Titre"/></w:pPr>${run('Of Glass')}</w:p>${paragraph(run('Sand and ash.'))}`,
    { 'word/styles.xml': `<?xml version="1.0"?><w:styles XMLNS>${style}</w:styles>`, 'docProps/core.xml': core },
  );
  expect(found).toMatchObject({ title: 'Of Glass', author: 'Ann & Bo', content: '# Of Glass\n\nSand and ash.' });
  expect(found.createdAt).toBe(Date.parse('2024-03-14'));
});

test('the main part of a Word document is found under any name', async () => {
  expect((await word(paragraph(run(sentence)), { main: 'word/main7.xml' })).content).toBe(sentence);
  expect((await word(paragraph(run(sentence)), { main: 'content/text.xml' })).content).toBe(sentence);
});

test('line breaks and tabs of any kind separate words, and the strict variant of the format is read', async () => {
  expect(
    (await word(paragraph('<w:r><w:t>a</w:t><w:cr/><w:t>b</w:t><w:ptab w:leader="dot"/><w:t>c</w:t></w:r>'))).content,
  ).toMatch(/^a\s+b\sc$/);
  const strict = makeWord(paragraph(run(sentence)), {}, strictNames);
  expect((await read(strict, { name: 'a.docx' })).content).toBe(sentence);
  const cut = makeWord(paragraph(run(sentence))).slice(0, 300);
  await expect(read(cut, { name: 'a.docx' })).rejects.toMatchObject({
    message: expect.stringContaining('damaged'),
  });
});

test('ruby text is read once', async () => {
  const ruby = `<w:r><w:ruby><w:rt>${run('かま')}</w:rt><w:rubyBase>${run('窯')}</w:rubyBase></w:ruby></w:r>`;
  expect((await word(paragraph(ruby, run('の火')))).content).toBe('窯の火');
});

const container = (stream: string) =>
  Uint8Array.from(
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from(stream, 'utf16le')]),
  );

test.each([
  ['a locked document', container('EncryptedPackage'), 'protected by a password'],
  ['an old document of Word', container('WordDocument'), 'old version of Word'],
  [
    'an export of Evernote',
    new TextEncoder().encode('<?xml version="1.0"?>\n<!DOCTYPE en-export SYSTEM "x">\n<en-export><note/></en-export>'),
    'Evernote',
  ],
  ['RTF under any name', new TextEncoder().encode('{\\rtf1\\ansi Glass\\par}'), 'RTF'],
  ['an OpenDocument text', makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' }), '.odt'],
  [
    'a web archive',
    new TextEncoder().encode('From: <Saved by a browser>\nMIME-Version: 1.0\nContent-Type: multipart/related;'),
    '.mht',
  ],
])('%s is rejected by name', async (_, bytes, words) => {
  await expect(read(bytes, { name: 'a.docx' })).rejects.toMatchObject({
    message: expect.stringContaining(words),
    remedy: expect.stringMatching(/save it|\.docx|web pages/),
  });
});

test('Markdown is read with its front matter, and plain text unchanged', async () => {
  const found = await read(`---\ntitle: Coal\ntags: [energy]\ndate: 2024-03-14\n---\n\n${sentence}`, {
    name: 'note.md',
  });
  expect(found).toMatchObject({ title: 'Coal', tags: ['energy'], content: sentence });
  expect((await read(`${sentence}\n`, { name: 'my note.txt' })).content).toBe(sentence);
});

test('invalid UTF-8, NUL and right-to-left text are read', async () => {
  const broken = Uint8Array.from([...Buffer.from('größer\0 als '), 0xff, ...Buffer.from(' für alle ö')]);
  expect((await read(broken, { name: 'a.txt' })).content).toBe('größer als \ufffd für alle ö');
  expect((await read(Uint8Array.from(Buffer.from('Käse', 'latin1')), { name: 'a.txt' })).content).toBe('Käse');
  expect((await read('שלום עולם', { name: 'a.txt' })).content).toBe('שלום עולם');
});

test.each([
  ['an archive', gzipSync(sentence)],
  ['an archive', makeZip({ 'a.txt': sentence })],
  ['a spreadsheet', makeZip({ 'xl/workbook.xml': 'x' })],
  ['a program', Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 1, 2, 3])],
])('%s is named correctly', async (kind, bytes) => {
  await expect(read(bytes, { name: 'a.bin' })).rejects.toMatchObject({ message: expect.stringContaining(kind) });
});

test('an uploaded picture is stored and reports what is not searchable; a fetched picture is not stored', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
  expect(await read(png, { name: 'board.png' })).toMatchObject({
    content: 'Picture: board.png',
    leftOut: ['This is a picture. The words in it are not searchable yet.'],
  });
  const fetched = read(png, { name: 'board.png', url: 'https://example.org/board.png' });
  await expect(fetched).rejects.toMatchObject({ message: 'This is a picture, which cannot be read.' });
});

test('binary bytes, and an empty file, are reported', async () => {
  const noise = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7) % 32);
  await expect(read(noise)).rejects.toMatchObject({ message: expect.stringContaining('not text') });
  await expect(read('  \n', { name: 'a.txt' })).rejects.toMatchObject({ message: expect.stringContaining('empty') });
});

test('a note of nearly 10 million characters is read, and a longer one is rejected', async () => {
  const { content } = await read(`${sentence} `.repeat(150_000), { name: 'a.txt' });
  expect(content.length).toBeGreaterThan(9_000_000);
  const long = read(`${sentence} `.repeat(165_000), { name: 'a.txt' });
  await expect(long).rejects.toMatchObject({ message: expect.stringContaining('10 million') });
});

test('a document that takes too long is stopped, and the next one is read', async () => {
  const impatient = createDocumentReader({ maxMs: 1 });
  const pages = Array.from({ length: 400 }, () => [sentence]);
  const reading = { signal: new AbortController().signal, onProgress: () => {} };
  const pdf = { bytes: makePdf(pages), name: 'a.pdf', mediaType: '', url: null };
  await expect(impatient.read(pdf, reading)).rejects.toMatchObject({ message: expect.stringContaining('took longer') });
  await expect(impatient.read(pdf, reading)).rejects.toMatchObject({ message: expect.stringContaining('took longer') });
  await impatient.close();
});

test('reading can be cancelled', async () => {
  const controller = new AbortController();
  const pages = Array.from({ length: 300 }, () => [sentence]);
  const reading = reader.read(
    { bytes: makePdf(pages), name: 'a.pdf', mediaType: '', url: null },
    { signal: controller.signal, onProgress: () => controller.abort(new Error('cancelled')) },
  );
  await expect(reading).rejects.toThrow('cancelled');
  expect((await read(sentence, { name: 'a.txt' })).content).toBe(sentence);
});

test('a PDF form is read with its field values, and its comments are counted', async () => {
  const widget = (facts: string) => `<< /Type /Annot /Subtype /Widget /Rect [72 600 300 620] /F 4 ${facts} >>`;
  const annotations = [
    widget('/FT /Tx /T (form[0].f1[0]) /TU (Family name) /V (Ada  Byron)'),
    widget('/FT /Tx /T (empty) /V ()'),
    widget('/FT /Ch /T (Colour) /Opt [(red) (blue)] /V (blue)'),
    widget('/FT /Tx /T (secret) /Ff 8192 /V (hush)'),
    widget('/FT /Btn /T (Agreed) /V /Yes /AS /Yes /AP << /N << /Yes 3 0 R /Off 3 0 R >> >>'),
    '<< /Type /Annot /Subtype /Text /Rect [72 500 90 520] /Contents (Is this so?) >>',
    '<< /Type /Annot /Subtype /FreeText /Rect [72 400 300 420] /DA (/Helv 10 Tf) /Contents (Typed onto the page.) >>',
  ];
  const { content, leftOut } = await read(makeDrawnPdf([drawLine(72, 700, sentence)], { annotations }), {
    name: 'form.pdf',
  });
  expect(content).toBe(`${sentence}\n\n- Family name: Ada Byron\n- Colour: blue\n- Agreed: ☑\n\nTyped onto the page.`);
  expect(leftOut).toEqual(['1 comment']);
});

test('headers and footers of Word with words are counted, each once', async () => {
  const margin = (words: string) =>
    `<?xml version="1.0"?><w:hdr XMLNS><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:hdr>`;
  const bytes = makeWord('<w:p><w:r><w:t>Words of it.</w:t></w:r></w:p>', {
    'word/header1.xml': margin('Draft for Ada'),
    'word/header2.xml': margin('Draft for Ada'),
    'word/footer1.xml': margin('Page 3 of 9'),
    'word/footer2.xml': margin('Confidential'),
  });
  expect((await read(bytes, { name: 'a.docx' })).leftOut).toEqual(['1 header', '1 footer']);
});
