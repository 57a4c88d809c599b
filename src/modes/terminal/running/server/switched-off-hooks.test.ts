import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { switchingHooksOff } from './switched-off-hooks.ts';

test('the settings file that switches all hooks off is named, the person’s before those of the folder', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'warren-settings-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const places = { configuration: path.join(root, 'home'), folder: path.join(root, 'project') };
  mkdirSync(places.configuration);
  mkdirSync(path.join(places.folder, '.claude'), { recursive: true });
  expect(await switchingHooksOff(places)).toBeNull();
  const own = path.join(places.configuration, 'settings.json');
  const local = path.join(places.folder, '.claude', 'settings.local.json');
  writeFileSync(own, '{"disableAllHooks": false}');
  writeFileSync(local, '{"disableAllHooks": true}');
  expect(await switchingHooksOff(places)).toBe(local);
  writeFileSync(own, '{"disableAllHooks": true}');
  expect(await switchingHooksOff(places)).toBe(own);
  writeFileSync(own, 'no JSON');
  writeFileSync(local, '[]');
  expect(await switchingHooksOff(places)).toBeNull();
});
