// @vitest-environment happy-dom
import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Markdown } from './markdown.tsx';

test('text nested too deeply is shown as written, with a note', () => {
  const text = `${'> '.repeat(200)}end`;
  const { container, getByRole } = render(<Markdown text={text} />);
  expect(getByRole('note').textContent).toContain('without formatting');
  expect(container.textContent).toContain(text);
});

test('a long text is rendered part by part, and completely at the end', async () => {
  const text = `Bullets:\n${Array.from({ length: 1_000 }, (_, index) => `- item ${index}\n`).join('')}`;
  const { container } = render(<Markdown text={text} />);
  const parts = container.querySelectorAll('[data-part]');
  expect(parts.length).toBeGreaterThan(5);
  expect(container.querySelectorAll('[aria-busy]')).toHaveLength(parts.length - 1);
  await waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(1_000));
  expect(container.querySelector('[aria-busy]')).toBeNull();
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent?.trim()).at(-1)).toBe('item 999');
});

test.each([
  ['CO<sub>2</sub> and 10<sup>6</sup>', '<p>CO<sub>2</sub> and 10<sup>6</sup></p>'],
  ['**a**<br>b', '<p><span>a</span><br>b</p>'],
  ['<SUB onclick="x()">a **b**</SUB> <i>c', '<p><sub>a <span>b</span></sub> c</p>'],
  ['<div class="x">\none <b>two</b><br>three\n</div>', '<p>one <b>two</b><br>three</p>'],
  [
    'a <script src="x"></script><img src="y" onerror="z()"> `<sub>` \\<sub> &lt;b>',
    '<p>a  <code>&lt;sub&gt;</code> &lt;sub&gt; &lt;b&gt;</p>',
  ],
  ['**A** List<T> of <think> words', '<p><span>A</span> List&lt;T&gt; of &lt;think&gt; words</p>'],
  ['| a |\n|-|\n| b<br>c<sup>2</sup> |', '<td>b<br>c<sup>2</sup></td>'],
])('tags of HTML keep their meaning or are left out: %j', async (text, html) => {
  const { container } = render(<Markdown text={text} />);
  await waitFor(() =>
    expect(container.innerHTML.replace(/ (?:class|data|node)[\w-]*="[^"]*"|\n/g, '')).toContain(html),
  );
});
