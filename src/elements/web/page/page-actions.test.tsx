// @vitest-environment happy-dom
import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { type PageAction, useOfferedActions, usePageActionKeys, usePageActions } from './page-actions.ts';

function Offers({ actions }: { readonly actions: readonly PageAction[] }) {
  usePageActions(actions);
  return null;
}

function Shell({ children }: { readonly children?: React.ReactNode }) {
  usePageActionKeys();
  return (
    <>
      <ul>
        {useOfferedActions().map(({ label }) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      {children}
    </>
  );
}

const altH = { code: 'KeyH', key: '˙', altKey: true };

test('an action is offered, and its keys run it, while its page is mounted', () => {
  const done: string[] = [];
  const actions = [{ label: 'Hint', keys: 'Alt+H', run: () => done.push('hint') }];
  const { rerender, container } = render(
    <Shell>
      <Offers actions={actions} />
    </Shell>,
  );
  expect(container.textContent).toBe('Hint');
  fireEvent.keyDown(document, altH);
  fireEvent.keyDown(document, { ...altH, repeat: true });
  fireEvent.keyDown(document, { ...altH, ctrlKey: true });
  fireEvent.keyDown(document, { ...altH, altKey: false });
  expect(done).toEqual(['hint']);
  rerender(<Shell />);
  expect(container.textContent).toBe('');
  expect(fireEvent.keyDown(document, altH)).toBe(true);
  expect(done).toEqual(['hint']);
});

test('the keys do nothing under a dialog', () => {
  const done: string[] = [];
  render(
    <Shell>
      <Offers actions={[{ label: 'Hint', keys: 'Alt+H', run: () => done.push('hint') }]} />
      <div role="alertdialog" />
    </Shell>,
  );
  fireEvent.keyDown(document, altH);
  expect(done).toEqual([]);
});
