// @vitest-environment happy-dom
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { writePassages } from '#library/search/domain/passages-text.ts';

import type { ToolPart } from '../../protocol.ts';
import { ToolCard } from './tool-card.tsx';

const passage = (number: number) => ({
  title: `Source ${number}`,
  sourceId: `s${number}`,
  passage: number,
  start: 0,
  end: 10,
  link: `http://elsewhere.test/library/other#p${number}`,
  text: `Words ${number}.`,
});

function show(name: string, output: string) {
  const tool: ToolPart = {
    id: 't1',
    type: 'tool',
    name: `mcp__${name}`,
    input: { query: 'cheap coal' },
    output,
    isError: false,
    isComplete: true,
  };
  const router = createRouter({ routeTree: createRootRoute() });
  render(
    <RouterContextProvider router={router}>
      <ToolCard tool={tool} />
    </RouterContextProvider>,
  );
}
const addressOf = (link: HTMLElement) => link.getAttribute('href');

test('a search of the library shows passages with links to their places, the first three directly', async () => {
  show('warren__search_library', writePassages([1, 2, 3, 4].map(passage)));
  expect(screen.getByRole('button', { name: /Warren: search_library cheap coal/u, expanded: true })).toBeDefined();
  const shown = () => within(screen.getByRole('list', { name: 'Passages' })).getAllByRole('link');
  // The link never uses an address from the text.
  expect(shown().map(addressOf)).toEqual(['/library/s1#p1', '/library/s2#p2', '/library/s3#p3']);
  expect(screen.getByText('Words 2.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show all 4 passages' }));
  expect(shown()).toHaveLength(4);
});

test('a kept source is shown with a link', () => {
  show('warren__keep_source', String.raw`Kept: "On \"coal\"" (source s9) http://elsewhere.test/library/s9`);
  expect(addressOf(screen.getByRole('link', { name: 'On "coal"' }))).toBe('/library/s9');
});

test('passages in the output of other tools are plain output', () => {
  show('notes__search_library', writePassages([passage(1)]));
  expect(screen.getByRole('button', { name: /notes: search_library/u, expanded: false })).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});
