// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { ExactText } from '../text/exact-text.tsx';
import { Markdown } from '../text/markdown.tsx';

afterEach(cleanup);

const formulasOf = (container: HTMLElement) =>
  [...container.querySelectorAll('annotation')].map(({ textContent }) => textContent.trim());

async function shown(text: string, wanted: number, As: typeof Markdown | typeof ExactText = Markdown) {
  const { container } = render(<As text={text} />);
  await waitFor(() => expect(container.querySelectorAll('annotation')).toHaveLength(wanted));
  return container;
}

test('formulas in all delimiters are set, with words for screen readers, and Markdown skips them', async () => {
  const text =
    'So $a_1 * b_2 * c_3$, **$x^2$** and \\(y_i * z_i\\):\n\n\\[\n\\int_0^1 x\n\\]\n\n$$\n|x| < 2\n$$\n\n| $|a|$ | $5 and $6 |\n|---|---|\n| `$n$` | b |';
  const container = await shown(text, 6);
  expect(formulasOf(container)).toEqual(['a_1 * b_2 * c_3', 'x^2', 'y_i * z_i', '\\int_0^1 x', '|x| < 2', '|a|']);
  expect(container.querySelector('em')).toBeNull();
  expect(container.querySelectorAll('.formula-display')).toHaveLength(2);
  expect(container.querySelector('td code')?.textContent).toBe('$n$');
  expect([...container.querySelectorAll('th')].at(-1)?.textContent).toBe('$5 and $6');
});

test('signs that stand for themselves survive Markdown', async () => {
  const text =
    'Is `a` 2*3*4 or a*b*c, __init__ in \\{a, b\\}, 2**3**4, and **bold** or *it*? [x](https://e.org/__init__)';
  const { container } = render(<Markdown text={text} />);
  await waitFor(() => expect(container.querySelector('code')).not.toBeNull());
  expect(container.textContent).toBe('Is a 2*3*4 or a*b*c, __init__ in \\{a, b\\}, 2**3**4, and bold or it? x');
  expect(container.querySelector('strong, [data-streamdown=strong]')?.textContent).toBe('bold');
  expect(container.querySelector('a')?.href).toBe('https://e.org/__init__');
});

test.each([
  ['含**「重点」**内容。', '「重点」'],
  ['**注意：**正文。', '注意：'],
  ['他说**「会引起」**渲染。', '「会引起」'],
  ['增长了**100%**的', '100%'],
  ['これは**「重要」**です。', '「重要」'],
  ['这是*（强调）*文字', '（强调）'],
  ['이것은**“중요”**합니다', '“중요”'],
  ['前**"引用"**后', '"引用"'],
  ['**重点**内容', '重点'],
  ['他说：**重点。**然后', '重点。'],
  ['见**[文章](https://e.org/a)**的内容', '文章'],
  ['见**`代码`**的内容', '代码'],
  ['**（重要）**これは', '（重要）'],
  ['これは***「重要」***です', '「重要」'],
  ['价格**$5**的', '$5'],
  ['这**（一）**和', '（一）'],
])('%s has its emphasis, and no star', async (text, emphasised) => {
  const { container } = render(<Markdown text={text} />);
  await waitFor(() => expect(container.querySelector('.markdown')).not.toBeNull());
  expect(container.querySelector('strong, em, [data-streamdown=strong], [data-streamdown=emphasis]')?.textContent).toBe(
    emphasised,
  );
  expect(container.textContent).toBe(text.replaceAll(/\*|`|\]\(.*?\)|\[/g, ''));
});

test('a backslash at the end of a line is a break and is not shown', async () => {
  const { container } = render(<Markdown text={'One\\\ntwo  \nthree'} />);
  await waitFor(() => expect(container.querySelectorAll('br')).toHaveLength(2));
  expect(container.textContent.trim()).toBe('One\ntwo\nthree');
});

test.each([
  ['what is no formula', '\\frac{1}{'],
  ['an unknown command', '\\nosuchthing{x}'],
  ['macros that expand for ever', '\\def\\a{\\a\\a}\\a'],
  ['macros that become huge', `\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(500)}`],
  ['a link', '\\href{javascript:alert(1)}{a}'],
  ['an image', '\\includegraphics{https://e.org/x.png}'],
  ['a style', '\\htmlStyle{color:red}{b}'],
  ['too many groups', '{'.repeat(800) + '}'.repeat(800)],
  ['too many cells', `\\begin{array}{c}${'&'.repeat(1_500)}\\end{array}`],
])('%s is shown as written', async (_, tex) => {
  const container = await shown(`First $x$, then $${tex}$.`, 1, ExactText);
  expect(container.textContent).toContain(`$${tex}$`);
});

test('a formula respects the maximum size of its parts, and logs no warnings', async () => {
  const log = vi.spyOn(console, 'warn');
  const container = await shown('$\\rule{9000em}{9000em} ü$ and $\\text{größe}\\kern900em$', 2);
  for (const formula of container.querySelectorAll('annotation')) formula.remove();
  expect(container.innerHTML).not.toMatch(/(?<![.\d])\d{3,}(?:\.\d+)?em/);
  expect(log).not.toHaveBeenCalled();
});

test('the formulas of a long text are set only near the view', async () => {
  await shown('First $x$', 1);
  const { container } = render(<Markdown text={'$y$ '.repeat(400)} />);
  await waitFor(() => expect(container.querySelector('.formula')).not.toBeNull());
  await shown('Then $z$', 1);
  expect(container.querySelector('annotation')).toBeNull();
  const written = container.querySelectorAll('.formula').length;
  dispatchEvent(new Event('beforeprint'));
  expect(container.querySelectorAll('annotation')).toHaveLength(written);
});

test('one frame sets only formulas of some hundred elements', async () => {
  await shown('First $x$', 1);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { container } = render(<ExactText text={'$y_1$ '.repeat(99)} />);
  expect(container.querySelectorAll('annotation').length).toBeLessThan(50);
  await waitFor(() => expect(container.querySelectorAll('annotation')).toHaveLength(99));
  clock.mockRestore();
});

test('exact text keeps every character, and formats only code, formulas and bold words', async () => {
  const text =
    '# 2*3*4, __init__, \\{a, b\\}, a_b, <b>x</b> &amp; C:\\\\new\n- `a_b` **bold** $x^2$ $5 and $6\n```js\nif (a)\n  b();\n```\nend';
  const { container } = render(<ExactText text={text} />);
  await waitFor(() => expect(formulasOf(container)).toEqual(['x^2']));
  for (const katex of container.querySelectorAll('.formula')) katex.replaceWith('FORMULA');
  expect(container.textContent).toBe(
    '# 2*3*4, __init__, \\{a, b\\}, a_b, <b>x</b> &amp; C:\\\\new\n- a_b bold FORMULA $5 and $6if (a)\n  b();end',
  );
  expect([...container.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
    'a_b',
    'if (a)\n  b();',
  ]);
  expect(container.querySelector('pre code')).not.toBeNull();
  expect(container.querySelector('strong')?.textContent).toBe('bold');
});

test('text after a formula on separate lines begins without a blank', () => {
  const { container } = render(<ExactText text="It is $$E = mc^2$$ where c is the speed." />);
  expect(container.textContent).toMatch(/[^ ]where c is the speed\.$/u);
});
