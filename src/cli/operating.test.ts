import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';

/** Compares docs/operating.md with the program. */
const TOP = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(TOP, file), 'utf8');
const SETTING = /\b(?:WARREN|ANTHROPIC|OPENAI)_[A-Z_]*[A-Z]\b/gu;
const settingsIn = (text: string) => [...new Set(text.match(SETTING))].toSorted();

/**
 * The settings in `settings.ts`, and those of terminals and of a command. `WARREN_PAGE_URL` is only for developers of
 * Warren.
 */
function settings(): string[] {
  const source = read('src/composition/server/settings.ts');
  const providers = ['ANTHROPIC', 'OPENAI'].flatMap((name) => [`${name}_API_KEY`, `${name}_BASE_URL`]);
  const named = settingsIn(source).filter((name) => name !== 'WARREN_PAGE_URL');
  return [...new Set([...named, ...providers, 'WARREN_CLAUDE', 'WARREN_MCP_TOKEN'])].toSorted();
}

test.each(['docs/operating.md', 'README.md'])('%s names all existing settings and no others', (file) => {
  expect(settingsIn(read(file))).toEqual(settings());
});

test('"warren help" names all existing settings and no others', () => {
  const help = /const SETTINGS = `[^`]*`/u.exec(read('src/cli/main.ts'))?.[0] ?? '';
  expect(settingsIn(help)).toEqual(settings());
});

const text = read('docs/operating.md');

test('the proxies in docs/operating.md forward to the port that Warren listens on', () => {
  for (const language of ['caddyfile', 'nginx', 'sh'])
    expect(new RegExp(`\`\`\`${language}\\n[^\`]*\\b4600\\b`, 'u').test(text), language).toBe(true);
  expect(read('src/composition/server/settings.ts')).toContain('const DEFAULT_PORT = 4600;');
});

test('the command in docs/operating.md reads the settings in the documented form', () => {
  const block = (begin: string) => new RegExp(`\`\`\`sh\n(${begin}[^\`]*)\`\`\``, 'u').exec(text)?.[1] ?? '';
  const file = path.join(temporaryFolder(), 'warren.env');
  writeFileSync(file, block('WARREN_DATABASE_URL='));
  const command = block('sudo -u warren sh')
    .replace('sudo -u warren ', '')
    .replace('/etc/warren.env', file)
    .replace('/opt/warren/bin/warren user list', 'env');
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining([
      'WARREN_HOME=/var/lib/warren',
      'WARREN_DATABASE_URL=postgres://warren:a$b@localhost/warren?sslmode=disable&application_name=warren',
    ]),
  );
});

test('the settings file in docs/operating.md belongs to the account that runs the command', () => {
  const account = /sudo -u (\w+) sh/u.exec(text)?.[1];
  expect(text).toContain(`chown ${account}: /etc/warren.env && chmod 0600 /etc/warren.env`);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd)
  process.stderr.write('SYSTEMD IS MISSING: the unit file of docs/operating.md is not tested with it.\n');

test.skipIf(!hasSystemd)('systemd accepts the unit file of docs/operating.md', () => {
  const unit = /```ini\n([^`]*)```/u.exec(text)?.[1] ?? '';
  const file = path.join(temporaryFolder(), 'warren.service');
  // The reader of the manual chooses the account and the folder.
  const here = unit.replaceAll('/opt/warren', TOP).replace(/^(User|Group)=warren\n/gmu, '');
  writeFileSync(file, here);
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(here).toContain(`ExecStart=${TOP}/bin/warren start\n`);
});
