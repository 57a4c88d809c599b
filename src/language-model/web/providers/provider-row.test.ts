import { expect, test } from 'vitest';

import { exampleSettings } from '../../../../fixtures/page/answering-routes.tsx';
import type { Role, RoleId } from '../../protocol.ts';
import { savedMessage } from './provider-row.tsx';

const role = (id: RoleId, isEmbedded: boolean): Role => ({ ...exampleSettings.roles[1]!, id, isEmbedded });
const saved = (moved: readonly RoleId[], staying: readonly RoleId[] = []) =>
  savedMessage({
    provider: 'anthropic',
    change: { key: 'sk' },
    before: [...moved, ...staying].map((id) => role(id, true)),
    settings: {
      ...exampleSettings,
      roles: [...moved.map((id) => role(id, false)), ...staying.map((id) => role(id, true))],
    },
  });

test('the message names the roles that get a model from a key, or says that all do', () => {
  expect(saved([])).toBe('Key saved.');
  expect(saved(['tutor'])).toBe('Key saved. Tutor now uses it.');
  expect(saved(['tutor', 'detector', 'point-writer'], ['titler'])).toBe(
    'Key saved. Tutor, detector and point writer now use it.',
  );
  expect(saved(['tutor', 'detector', 'point-writer'])).toBe('Key saved. Every role now uses it.');
  expect(saved(['tutor', 'detector', 'point-writer'], ['embedder'])).toBe(
    'Key saved. Every role but the embedder now uses it.',
  );
  expect(saved(['tutor', 'detector', 'point-writer'], ['checker', 'embedder'])).toBe(
    'Key saved. Every role but the checker and the embedder now uses it.',
  );
});
