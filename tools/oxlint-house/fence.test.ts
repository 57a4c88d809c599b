import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const TOP = path.resolve(import.meta.dirname, '../..');
let copy: string;

/** A copy of the project's fence around its own test files, so that the tests do not depend on the real ones. */
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'warren-fence-'));
  for (const name of [
    '.oxlintrc.json',
    'package.json',
    'tsconfig.base.json',
    'tsconfig.domain.json',
    'tsconfig.server.json',
    'tsconfig.web.json',
  ])
    cpSync(path.join(TOP, name), path.join(copy, name));
  cpSync(path.join(TOP, 'tools/oxlint-house/plugin.mjs'), path.join(copy, 'tools/oxlint-house/plugin.mjs'), {
    recursive: true,
  });
  symlinkSync(path.join(TOP, 'node_modules'), path.join(copy, 'node_modules'));
  write('src/kernel/id.ts', 'export const id = 1;');
  write('src/session/protocol.ts', 'export const seq = 1;');
  write('src/session/domain/fold.ts', "import { seq } from '../protocol.ts';\nexport const fold = seq;");
  write('src/session/server/log.ts', "import { fold } from '../domain/fold.ts';\nexport const log = fold;");
  write('src/session/web/view.ts', "import { fold } from '../domain/fold.ts';\nexport const view = fold;");
  write('src/modes/recall/protocol.ts', 'export const point = 1;');
  write(
    'src/modes/recall/domain/credit.ts',
    "import { fold } from '#session/domain/fold.ts';\nexport const credit = fold;",
  );
  write(
    'src/modes/recall/reviews/domain/review.ts',
    "import { card } from '../../scheduling/domain/card.ts';\nexport const review = card;",
  );
  write('src/modes/recall/scheduling/domain/card.ts', 'export const card = 1;');
  write('src/modes/explore/protocol.ts', 'export const source = 1;');
  write(
    'src/modes/explore/domain/context.ts',
    "import { point } from '#modes/recall/protocol.ts';\nexport const context = point;",
  );
  write('src/platform/http/server.ts', "import { log } from '#session/server/log.ts';\nexport const server = log;");
  write(
    'src/composition/server/compose.ts',
    [
      "import { log } from '#session/server/log.ts';",
      "import { server } from '#platform/http/server.ts';",
      "import { play } from '#modes/recall/server/play.ts';",
      'export const composed = [log, server, play];',
    ].join('\n'),
  );
  write('src/modes/recall/server/play.ts', "import { log } from '#session/server/log.ts';\nexport const play = log;");
  write('src/main.ts', "import { composed } from '#composition/server/compose.ts';\nexport const main = composed;");
  write('src/shell/main.ts', "import { view } from '#session/web/view.ts';\nexport const main = view;");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  writeFileSync(path.join(copy, file), `${text}\n`);
}

function lint(): string {
  return spawnSync('node', [path.join(TOP, 'node_modules/oxlint/bin/oxlint'), '-f', 'unix', 'src'], {
    cwd: copy,
    encoding: 'utf8',
  }).stdout;
}

function compile(program: string): string {
  const run = spawnSync('node', [path.join(TOP, 'node_modules/typescript/bin/tsc'), '-b', `tsconfig.${program}.json`], {
    cwd: copy,
    encoding: 'utf8',
  });
  return run.stdout + run.stderr;
}

/** Writes a file and removes it after `look`. */
function withFile<Result>(file: string, text: string, look: () => Result): Result {
  write(file, text);
  try {
    return look();
  } finally {
    rmSync(path.join(copy, file));
  }
}

test('code that respects the fence passes the rule and all three programs', () => {
  expect(lint()).not.toMatch(/house/);
  for (const program of ['domain', 'server', 'web']) expect(compile(program)).toBe('');
});

const forbidden: [string, string, string, RegExp][] = [
  [
    'domain imports server',
    'src/session/domain/bad.ts',
    "import { log } from '../server/log.ts';\nexport const bad = log;",
    /domain may not import server/,
  ],
  [
    'domain imports web',
    'src/session/domain/bad.ts',
    "export { view } from '../web/view.ts';",
    /domain may not import web/,
  ],
  [
    'the page imports server',
    'src/session/web/bad.ts',
    "import { log } from '../server/log.ts';\nexport const bad = log;",
    /web may not import server/,
  ],
  [
    'the page imports server when it is needed',
    'src/shell/bad.ts',
    "export const bad = () => import('#session/server/log.ts');",
    /shell may not import server/,
  ],
  [
    'the server imports the page',
    'src/session/server/bad.ts',
    "import { view } from '../web/view.ts';\nexport const bad = view;",
    /server may not import web/,
  ],
  [
    'a slice imports an adapter',
    'src/session/server/bad.ts',
    "import { server } from '#platform/http/server.ts';\nexport const bad = server;",
    /server may not import platform/,
  ],
  [
    'a slice imports the composition',
    'src/session/server/bad.ts',
    "import { composed } from '#composition/server/compose.ts';\nexport const bad = composed;",
    /server may not import composition/,
  ],
  [
    'a mode imports the composition',
    'src/modes/recall/server/bad.ts',
    "import { composed } from '#composition/server/compose.ts';\nexport const bad = composed;",
    /server may not import composition/,
  ],
  [
    'an adapter imports the composition',
    'src/platform/http/bad.ts',
    "import { composed } from '#composition/server/compose.ts';\nexport const bad = composed;",
    /platform may not import composition/,
  ],
  [
    'the composition imports main.ts',
    'src/composition/server/bad.ts',
    "import { main } from '#main.ts';\nexport const bad = main;",
    /composition may not import main/,
  ],
  [
    'the composition reads the environment',
    'src/composition/server/bad.ts',
    "export const bad = process.env['WARREN_HOME'];",
    /process\.env in composition/,
  ],
  [
    'protocol imports domain',
    'src/modes/rabbit-hole/protocol.ts',
    "export { tangent } from './domain/tangent.ts';",
    /protocol may not import domain/,
  ],
  [
    'a mode looks into another mode',
    'src/modes/explore/domain/bad.ts',
    "import { credit } from '#modes/recall/domain/credit.ts';\nexport const bad = credit;",
    /only through its protocol\.ts/,
  ],
  [
    'the spine knows a mode',
    'src/session/domain/bad.ts',
    "import { credit } from '#modes/recall/domain/credit.ts';\nexport const bad = credit;",
    /knows none of them/,
  ],
  [
    'the shell imports a mode',
    'src/shell/bad.ts',
    "export { point as bad } from '#modes/recall/protocol.ts';",
    /the shell knows no mode/,
  ],
  [
    'a relative import leaves its slice',
    'src/modes/explore/domain/bad.ts',
    "import { point } from '../../recall/protocol.ts';\nexport const bad = point;",
    /use #… across slices/,
  ],
  [
    'domain reads the clock',
    'src/session/domain/bad.ts',
    'export const bad = () => Date.now();',
    /Date\.now in domain/,
  ],
  [
    'domain makes a date of now',
    'src/session/domain/bad.ts',
    'export const bad = () => new Date();',
    /new Date\(\) in domain/,
  ],
  [
    'domain throws dice',
    'src/session/domain/bad.ts',
    'export const bad = () => Math.random();',
    /Math\.random in domain/,
  ],
  [
    'a feature imports a later feature of its mode',
    'src/modes/recall/scheduling/domain/bad.ts',
    "import { review } from '../../reviews/domain/review.ts';\nexport const bad = review;",
    /scheduling may not import reviews/,
  ],
  [
    'a feature imports the composition of its mode',
    'src/modes/recall/reviews/domain/bad.ts',
    "import { credit } from '../../domain/credit.ts';\nexport const bad = credit;",
    /reviews may not import the composition/,
  ],
  [
    'a pattern takes time that grows faster than its text',
    'src/session/server/bad.ts',
    'export const bad = (text: string) => text.replace(/[.!]+$/, "");',
    /\[\.!\]\+ is superlinear/,
  ],
  ['kernel reads the clock', 'src/kernel/bad.ts', 'export const bad = () => Date.now();', /Date\.now in kernel/],
];

describe('the rule refuses it when', () => {
  let found: readonly string[];
  /** Each case has its own file, so that one run of the linter, which takes half a second, checks all of them. */
  const cases = forbidden.map(([what, file, text, message], index) => ({
    what,
    file: file.replace('bad.ts', `bad-${index}.ts`),
    text,
    message,
  }));
  beforeAll(() => {
    for (const { file, text } of cases) write(file, text);
    found = lint().split('\n');
    for (const { file } of cases) rmSync(path.join(copy, file));
  });

  test.each(cases)('$what', ({ file, message }) => {
    expect(found.filter((line) => line.startsWith(`${file}:`)).join('\n')).toMatch(message);
  });
});

test('the compiler refuses effects in domain', () => {
  const found = withFile(
    'src/session/domain/bad.ts',
    "import { readFileSync } from 'node:fs';\nexport const bad = [fetch, process, setTimeout, readFileSync];",
    () => compile('domain'),
  );
  for (const name of ['fetch', 'process', 'setTimeout', 'node:fs']) expect(found).toContain(`'${name}'`);
});

test('the compiler refuses a server import from the page, and a page import from the server', () => {
  const fromPage = withFile('src/session/web/bad.ts', "export { log } from '../server/log.ts';", () => compile('web'));
  expect(fromPage).toMatch(/TS6307/);
  const fromServer = withFile('src/session/server/bad.ts', "export { view } from '../web/view.ts';", () =>
    compile('server'),
  );
  expect(fromServer).toMatch(/TS6307/);
});
