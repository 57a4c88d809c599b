// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';

import { useSeenOnceStill } from './use-seen-once-still.ts';

function Held({ isArriving }: { readonly isArriving: boolean }) {
  const held = useRef<HTMLDivElement>(null);
  useSeenOnceStill(held, false);
  return (
    <div ref={held} role="log">
      {isArriving && <span data-arriving />}
    </div>
  );
}

/** Animation frames that the test runs. */
function framesOfTest() {
  const waiting: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (next: FrameRequestCallback) => waiting.push(next));
  onTestFinished(() => void vi.unstubAllGlobals());
  return (count: number) => {
    for (let frame = 0; frame < count; frame += 1) waiting.shift()?.(0);
  };
}

const isSeen = () => screen.getByRole('log').style.opacity === '';

test('an element that waits for its formatting code stays invisible until the code has arrived', () => {
  const frames = framesOfTest();
  const { rerender } = render(<Held isArriving />);
  frames(10);
  expect(isSeen()).toBe(false);
  rerender(<Held isArriving={false} />);
  frames(2);
  expect(isSeen()).toBe(true);
});

test('code that never arrives does not keep an element invisible', () => {
  const frames = framesOfTest();
  render(<Held isArriving />);
  frames(30);
  expect(isSeen()).toBe(true);
});
