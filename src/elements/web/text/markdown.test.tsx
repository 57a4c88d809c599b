// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Markdown } from './markdown.tsx';

test('a text with too many signs in one place is shown as it was written, and says so', () => {
  const text = `Bullets:\n${'- a\n'.repeat(5_000)}`;
  const { container, getByRole } = render(<Markdown text={text} />);
  expect(getByRole('note').textContent).toContain('without formatting');
  expect(container.textContent).toContain(text);
  expect(container.querySelector('li')).toBeNull();
});
