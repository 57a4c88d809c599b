import { expect, test } from 'vitest';

import { HeardSession } from './heard-session.ts';
import { type Hook, readHook } from './read-hook.ts';

const [FIRST, SECOND] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const hook = (name: string, id: string) =>
  readHook({ hook_event_name: name, session_id: id, prompt: 'Hello', source: 'clear' }) as Hook;

test('an id changes with whichever hook is first to name it', () => {
  const heard = new HeardSession();
  expect(heard.hear(hook('SessionStart', FIRST))).toBe(FIRST);
  expect(heard.hear(hook('Stop', FIRST))).toBeNull();
  expect(heard.hear(hook('SessionEnd', FIRST))).toBeNull();
  expect(heard.hear(hook('UserPromptSubmit', SECOND))).toBe(SECOND);
  expect(heard.hear(hook('SessionStart', SECOND))).toBeNull();
});

test('late hooks of an earlier session do not bring its id back, its beginning does', () => {
  const heard = new HeardSession();
  heard.hear(hook('SessionStart', FIRST));
  heard.hear(hook('SessionStart', SECOND));
  expect(heard.hear(hook('Stop', FIRST))).toBeNull();
  expect(heard.hear(hook('SessionEnd', FIRST))).toBeNull();
  expect(heard.hear(hook('SessionStart', FIRST))).toBe(FIRST);
});

test('what is no id changes nothing', () => {
  expect(new HeardSession().hear(hook('SessionStart', '../../etc/passwd'))).toBeNull();
});
