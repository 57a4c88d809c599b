// @vitest-environment happy-dom
import { act, fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { useStayAtEnd } from './use-stay-at-end.ts';

function Log() {
  const { scroller, content, isAway } = useStayAtEnd();
  return (
    <div ref={scroller} role="log">
      <div ref={content}>{isAway ? 'away' : 'there'}</div>
    </div>
  );
}

test('a reader is away from the end if more than a card’s foot is below, also as the content grows', () => {
  let resized = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  const { getByRole } = render(<Log />);
  const log = getByRole('log');
  let height = 2_000;
  Object.defineProperty(log, 'clientHeight', { value: 600 });
  Object.defineProperty(log, 'scrollHeight', { get: () => height });
  const scrollTo = (top: number) => {
    log.scrollTop = top;
    fireEvent.scroll(log);
    return log.textContent;
  };
  expect([1_400, 1_250, 1_000, 1_250].map(scrollTo)).toEqual(['there', 'there', 'away', 'there']);
  height = 2_500;
  act(() => resized());
  expect([log.textContent, log.scrollTop]).toEqual(['away', 1_250]);
  vi.unstubAllGlobals();
});
