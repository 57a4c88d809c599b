import { expect, onTestFinished, test } from 'vitest';

import { openPty } from '#platform/pty/open-pty.ts';

import { isPromptingShell, ShellPrompt } from './shell-prompt.ts';

test.each([
  ['/bin/bash', ['-l'], true],
  ['/usr/bin/fish', [], true],
  ['/bin/bash', ['--norc', '-i'], true],
  ['/bin/bash', ['-c', 'sleep 5'], false],
  ['/bin/sh', ['-lc', 'sleep 5'], false],
  ['/bin/sh', ['script.sh'], false],
  ['/usr/bin/vim', [], false],
])('%s %j is an interactive shell: %s', (file, args, isShell) => {
  expect(isPromptingShell({ file, args })).toBe(isShell);
});

test('a shell is idle at its prompt and runs while one of its jobs has the terminal', async () => {
  const pty = openPty({
    file: '/bin/bash',
    args: ['--norc'],
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', PS1: '$ ' },
    size: { cols: 80, rows: 24 },
  });
  onTestFinished(() => void process.kill(pty.pid, 'SIGKILL'));
  const told: string[] = [];
  const prompt = new ShellPrompt(pty.pid, (status) => void told.push(status));
  pty.onData(() => prompt.see());
  await expect.poll(() => told).toEqual(['idle']);
  pty.write('cat\n');
  await expect.poll(() => told).toEqual(['idle', 'running']);
  pty.write(Buffer.from([4]));
  await expect.poll(() => told).toEqual(['idle', 'running', 'idle']);
  prompt.end();
  pty.write('cat\n');
  prompt.see();
  expect(told).toHaveLength(3);
});
