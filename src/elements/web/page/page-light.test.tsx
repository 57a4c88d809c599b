// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { usePageLight, useShownLight } from './page-light.ts';

function Screen({ mode }: { readonly mode: string }) {
  usePageLight(mode);
  return null;
}
function Room() {
  return <main data-mode={useShownLight()} />;
}

test('the page has the colours of its innermost mode', () => {
  const { container, rerender } = render(<Room />);
  const light = () => container.querySelector('main')?.dataset['mode'];
  const show = (...modes: readonly string[]) =>
    rerender(
      <>
        <Room />
        {modes.map((mode, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- their order is what they are
          <Screen key={index} mode={mode} />
        ))}
      </>,
    );
  show('recall');
  expect(light()).toBe('recall');
  show('recall', 'rabbit-hole');
  expect(light()).toBe('rabbit-hole');
  show('recall');
  expect(light()).toBe('recall');
  show('rabbit-hole');
  expect(light()).toBe('rabbit-hole');
  show();
  expect(light()).toBeUndefined();
});
