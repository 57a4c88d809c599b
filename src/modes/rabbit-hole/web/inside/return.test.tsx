// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';

import { useReturnOnEscape } from '../rabbithole-provider.tsx';
import { ReturnDialog } from './return-dialog.tsx';

let returns = 0;
beforeEach(() => {
  returns = 0;
});

function Hole({ isInside = true }: { readonly isInside?: boolean }) {
  const [isLeaving, setLeaving] = useState(false);
  useReturnOnEscape(
    isInside,
    useCallback(() => setLeaving(true), []),
  );
  return (
    <>
      <textarea
        aria-label="Ask"
        onKeyDown={(event) => event.key === 'Escape' && event.altKey && event.preventDefault()}
      />
      {isLeaving && <ReturnDialog onReturn={() => (returns += 1)} onStay={() => setLeaving(false)} />}
    </>
  );
}

test('staying loses nothing, and writing continues', async () => {
  render(<Hole />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  await userEvent.type(field, 'half a thought{Escape}');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('half a thought');
  expect(returns).toBe(0);
});

test('Escape that closes something else, or outside a hole, opens no dialog', async () => {
  const { rerender } = render(<Hole />);
  await userEvent.type(screen.getByRole('textbox'), '{Alt>}{Escape}{/Alt}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  rerender(
    <>
      <Hole />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as every dialog of the page has it */}
      <div role="dialog">The palette</div>
    </>,
  );
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  rerender(<Hole isInside={false} />);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
