import { expect, test } from 'vitest';

import { askedInDialog } from './asked-in-dialog.ts';

const shell = (command: string) => ({ command, description: 'x' });
const dialog = (...subject: readonly string[]) => [
  ' Bash command · from the general-purpose agent',
  ...subject.map((row) => `   ${row}`),
  ' Do you want to proceed?',
  ' ❯ 1. Yes',
  '   2. No',
];

test('a dialog belongs to the request whose command it shows, wrapped or not', () => {
  const inputs = [shell('sleep 8; touch RAN-A'), shell('sleep 1;\ntouch RAN-B')];
  expect(askedInDialog(dialog('sleep 8; touch', 'RAN-A'), inputs)).toBe(0);
  expect(askedInDialog(dialog('sleep 1;', 'touch RAN-B'), inputs)).toBe(1);
});

test('if one command contains the other, the longer one is meant', () => {
  const inputs = [shell('ls'), shell('ls -la')];
  expect(askedInDialog(dialog('ls -la'), inputs)).toBe(1);
  expect(askedInDialog(dialog('ls'), inputs)).toBe(0);
});

test('a file is shown relative to the folder', () => {
  const inputs = [{ file_path: '/home/ada/one/x.md' }, { file_path: '/home/ada/two/x.md' }];
  expect(askedInDialog(dialog('two/x.md'), inputs)).toBe(1);
  expect(askedInDialog(dialog('x.md'), inputs)).toBeNull();
});

test('a question is recognised by its words', () => {
  const inputs = [shell('ls'), { questions: [{ question: 'Which colour do you like?' }] }];
  expect(askedInDialog(['│ Which colour do │', '│ you like? │', ' 1. Red'], inputs)).toBe(1);
});

test('a dialog with another subject, or one that fits two like requests, is not assigned', () => {
  expect(askedInDialog(dialog('ls'), [shell('ls'), shell('ls')])).toBeNull();
  expect(askedInDialog(dialog('rm'), [shell('ls'), {}, null])).toBeNull();
  expect(askedInDialog(dialog('ls'), [])).toBeNull();
});
