import { expect, test } from 'vitest';

import { type Hook, readHook } from './read-hook.ts';
import { SessionTracker } from './session-tracker.ts';

const [FIRST, SECOND] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const hook = (name: string, id: string) =>
  readHook({ hook_event_name: name, session_id: id, prompt: 'Hello', source: 'clear' }) as Hook;

test('an id changes with the first hook that names it', () => {
  const tracker = new SessionTracker();
  expect(tracker.hear(hook('SessionStart', FIRST))).toBe(FIRST);
  expect(tracker.hear(hook('Stop', FIRST))).toBeNull();
  expect(tracker.hear(hook('SessionEnd', FIRST))).toBeNull();
  expect(tracker.hear(hook('UserPromptSubmit', SECOND))).toBe(SECOND);
  expect(tracker.hear(hook('SessionStart', SECOND))).toBeNull();
});

test('late hooks of an earlier session do not restore its id, its start does', () => {
  const tracker = new SessionTracker();
  tracker.hear(hook('SessionStart', FIRST));
  tracker.hear(hook('SessionStart', SECOND));
  expect(tracker.hear(hook('Stop', FIRST))).toBeNull();
  expect(tracker.hear(hook('SessionEnd', FIRST))).toBeNull();
  expect(tracker.hear(hook('SessionStart', FIRST))).toBe(FIRST);
});

test('an invalid id changes nothing', () => {
  expect(new SessionTracker().hear(hook('SessionStart', '../../etc/passwd'))).toBeNull();
});
