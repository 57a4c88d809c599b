import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';

const LAUNCHER = path.join(import.meta.dirname, '../../bin/warren');
const TOOLS = ['cat', 'cmp', 'cp', 'dirname', 'find', 'head', 'mkdir', 'mv', 'readlink', 'rm', 'touch', 'uname'];

/** A project without installed dependencies, and a PATH with only these programs. */
function bare(programs: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  for (const folder of ['bin', 'path', 'node_modules']) mkdirSync(path.join(root, folder));
  cpSync(LAUNCHER, path.join(root, 'bin/warren'));
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  for (const tool of TOOLS) symlinkSync(find(tool), path.join(root, 'path', tool));
  for (const [name, script] of Object.entries(programs)) {
    const file = path.join(root, 'path', name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
  return {
    root,
    run: (...parameters: string[]) =>
      spawnSync('/bin/sh', [path.join(root, 'bin/warren'), ...parameters], {
        env: { PATH: path.join(root, 'path'), NODE_ENV: 'production' },
        encoding: 'utf8',
      }),
  };
}

function find(tool: string): string {
  return spawnSync('/bin/sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim();
}

const NEW_NODE = `echo v24.0.0`;

test.each([
  ['neither Node nor npm', {}],
  ['Node and no npm', { node: NEW_NODE }],
])('with %s the missing program is named', (_, programs) => {
  const { status, stdout, stderr } = bare(programs).run('start');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^Warren needs .*\. Install .*https:\/\/nodejs\.org and run this again\.\n$/);
});

test('a first start reports its duration, and installs build dependencies in production too', () => {
  const { root, run } = bare({ node: NEW_NODE, npm: 'echo "$@" > called' });
  expect(run('-x', 'cat', 'called')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^install .*--include=dev/) as string,
    stderr: 'Setting Warren up: about a minute, once\nInstalling dependencies\n',
  });
  expect(readFileSync(path.join(root, 'node_modules/.installed-lock.json'), 'utf8')).toBe('{}');
});

test('page and server are rebuilt only after packages are installed', () => {
  const vite = `echo built >> log; file=index.html
    while [ $# -gt 0 ]; do case $1 in --config) file=main.js ;; --outDir) folder=$2 ;; esac; shift; done
    mkdir -p "$folder"; touch "$folder/$file"`;
  const { root, run } = bare({ node: NEW_NODE, npm: 'true', vite });
  const builds = () => {
    expect(run('-b')).toMatchObject({ status: 0 });
    return readFileSync(path.join(root, 'log'), 'utf8').split('built').length - 1;
  };
  const age = (...files: string[]) => {
    for (const file of files) utimesSync(path.join(root, file), 1, 1);
  };
  age('package-lock.json');
  expect(builds()).toBe(2);
  age('node_modules/.installed-lock.json');
  expect(builds()).toBe(2);
  age('dist/page/index.html', 'dist/server/main.js');
  rmSync(path.join(root, 'node_modules/.installed-lock.json'));
  expect(builds()).toBe(4);
});

test('a failed build keeps the earlier output', () => {
  const vite = 'while [ "$1" != --outDir ]; do shift; done; mkdir -p "$2"; exit 1';
  const { root, run } = bare({ node: NEW_NODE, npm: 'true', vite });
  const main = path.join(root, 'dist/server/main.js');
  for (const file of ['dist/page/index.html', 'dist/server/main.js']) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), 'old');
    utimesSync(path.join(root, file), 1, 1);
  }
  expect(run('-b')).toMatchObject({ status: 1 });
  expect(readFileSync(main, 'utf8')).toBe('old');
  expect(readdirSync(path.join(root, 'dist')).toSorted()).toEqual(['page', 'server']);
});
