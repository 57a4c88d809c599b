// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { versionHead } from '../../../../../../fixtures/draft/version-head.ts';
import { diffParagraphs } from '../../domain/diff-paragraphs.ts';
import { DiffView } from './diff-view.tsx';

const head = versionHead();

test('removed words are struck through, added words are marked, and the rest is unchanged', async () => {
  const compared: number[] = [];
  let isDismissed = false;
  render(
    <DiffView
      before={{ number: 1, title: 'Coal' }}
      after={{ number: 3, title: 'Cheap coal' }}
      paragraphs={diffParagraphs(
        'The pump *came* first.\n\nEconomists call this a paradox.[^1]',
        'The pump *came* first.\n\nEconomists call this an argument.[^1]',
      )}
      versions={[head, { ...head, number: 2, name: 'Bold' }, { ...head, number: 3 }]}
      onCompare={(number) => compared.push(number)}
      onDismiss={() => (isDismissed = true)}
    />,
  );
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map((each) => each.textContent).join('|');
  expect(texts('del')).toContain('Coal');
  expect(texts('del')).toContain('paradox');
  expect(texts('ins')).toContain('argument');
  expect(document.querySelector('em')?.textContent).toBe('came');
  expect(screen.getByText(/^\d words? added, \d removed\.$/)).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Compare with version' }), '2 (Bold)');
  await userEvent.click(screen.getByRole('button', { name: 'Show the text' }));
  expect(compared).toEqual([2]);
  expect(isDismissed).toBe(true);
});
