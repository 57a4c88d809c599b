// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { readingBlocks } from '../../domain/reading-blocks.ts';
import { SourceText } from './source-text.tsx';

// These tests need no router for the reader's links.
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }));

const content =
  '# Coal\n\nThe *part* nobody saw &amp; nobody listed. See [[Jevons|the man]] or [[Nobody]].\n\n```js\nlet coal = 1\n```\n\n<b>x</b> end';

function rendered(marks: { start: number; end: number; look: 'cited' | 'found' }[]) {
  const passages = ['# Coal', 'The *part*', '```js', '<b>x'].map((words, index) => ({
    id: `p${index}`,
    number: index + 1,
    start: content.indexOf(words),
    end: content.indexOf(words) + 5,
  }));
  const [block] = readingBlocks(content, passages);
  return render(
    <SourceText content={content} block={block!} marks={marks} links={{ Jevons: 'source-1', Nobody: null }} />,
  ).container;
}

const rangeOf = (words: string) => ({ start: content.indexOf(words), end: content.indexOf(words) + words.length });

test('a range of the Markdown is marked in the rendered text', () => {
  const container = rendered([{ ...rangeOf('*part* nobody saw &amp; nobody'), look: 'cited' }]);
  const marked = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent).join('');
  expect(marked).toBe('part nobody saw & nobody');
});

test('a range inside code is marked', () => {
  const container = rendered([{ ...rangeOf('coal = 1'), look: 'found' }]);
  expect([...container.querySelectorAll('code mark')].map(({ textContent }) => textContent)).toEqual(['coal = 1']);
});

test('every passage has an anchor at its beginning', () => {
  const container = rendered([]);
  expect([...container.querySelectorAll('[data-passage]')].map(({ id }) => id)).toEqual(['p1', 'p2', 'p3', 'p4']);
  expect(container.querySelector('#p2')?.parentElement?.textContent).toMatch(/^The part/);
});

test('a link leads to its source, and one without a source is text', () => {
  const container = rendered([]);
  expect([...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['the man', '/library/source-1'],
  ]);
  expect(container.textContent).toContain('or Nobody.');
});

test('a link by a path leads to its source, and one without a source is text', () => {
  const text = 'See [one](../A%20b/One.md#part), [two](<Two x.md>), [none](No.md) and [web](https://a.example/x_(y)).';
  const [block] = readingBlocks(text, []);
  const links = { '../A b/One.md': 's1', 'Two x.md': 's2', 'No.md': null };
  const { container } = render(<SourceText content={text} block={block!} marks={[]} links={links} />);
  const shown = [...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(shown).toEqual([
    ['one', '/library/s1'],
    ['two', '/library/s2'],
    ['web', 'https://a.example/x_(y)'],
  ]);
});

test('a range that ends inside a formula marks the whole formula, and no words beside it', () => {
  // KaTeX shows an unknown command as written, so the test passes whether or not it has loaded.
  const text = 'The law $a_1 * \\nosuch$ holds.';
  const [block] = readingBlocks(text, []);
  const marks = [{ start: 4, end: 11, look: 'cited' as const }];
  const { container } = render(<SourceText content={text} block={block!} marks={marks} links={{}} />);
  const marked = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marked).toEqual(['law ', '$a_1 * \\nosuch$']);
  expect(container.textContent).toBe(text);
});

test('an HTML tag keeps its meaning, and the passage that begins with it keeps its anchor', () => {
  expect(rendered([]).querySelector('b #p4')).not.toBeNull();
  expect(rendered([]).textContent).not.toContain('<b>');
});

test('a block that is nested too deep for the parser is shown as written', () => {
  const deep = '> '.repeat(500);
  const [block] = readingBlocks(deep, []);
  const { container } = render(<SourceText content={deep} block={block!} marks={[]} links={{}} />);
  expect(container.querySelector('[role=note]')).not.toBeNull();
  expect(container.textContent).toContain(deep);
});

test('marks and anchors of a block inside a table are in its rows, below the repeated head', () => {
  const text = `| name | city |\n|---|---|\n${'| Ada | London |\n'.repeat(300)}`;
  const last = text.lastIndexOf('| Ada');
  const passages = [{ id: 'p', number: 7, start: last, end: text.length }];
  const block = readingBlocks(text, passages).at(-1)!;
  const marks = [{ start: last - 10, end: text.length, look: 'cited' as const }];
  const { container } = render(<SourceText content={text} block={block} marks={marks} links={{}} />);
  expect([...container.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(['name', 'city']);
  expect(container.querySelector('th mark, th [data-passage]')).toBeNull();
  const row = container.querySelector('tbody tr:last-child');
  expect([...(row?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent)).toEqual(['Ada', 'London']);
  expect(row?.querySelector('#p7')).not.toBeNull();
});
