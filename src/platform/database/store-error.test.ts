import { expect, test } from 'vitest';

import { AppError } from '#wire/error-kind.ts';

import { storeError } from './store-error.ts';

function failure(fields: object, message = 'failed'): Error {
  return Object.assign(new Error(message), fields);
}

test.each([
  ['a full disk on SQLite', failure({ errcode: 13 }), 'disk-full'],
  ['no room left in a file', failure({ code: 'ENOSPC' }), 'disk-full'],
  ['a full disk on PostgreSQL', failure({ code: '53100' }), 'disk-full'],
  ['a locked database', failure({ errcode: 5 }), 'store-failed'],
  ['a failed read or write', failure({ errcode: 10 | (3 << 8) }), 'store-failed'],
  ['a damaged database', failure({ errcode: 11 }), 'store-failed'],
  ['a server that shuts down', failure({ code: '57P01' }), 'store-failed'],
  ['a serialization failure', failure({ code: '40001' }), 'store-failed'],
  ['a server that is not there', failure({ code: 'ECONNREFUSED', syscall: 'connect' }), 'store-failed'],
  ['a socket file that is not there', failure({ code: 'ENOENT', syscall: 'connect' }), 'store-failed'],
  ['a host that no name can be', failure({ code: 'EINVAL', syscall: 'getaddrinfo' }), 'store-failed'],
  ['a lost connection', failure({}, 'Connection terminated unexpectedly'), 'store-failed'],
])('%s becomes an AppError', (_, error, kind) => {
  const known = storeError(error);
  expect(known).toBeInstanceOf(AppError);
  expect(known).toMatchObject({ kind, cause: error });
});

test.each([
  ['a unique violation on SQLite', failure({ errcode: 2067 })],
  ['a unique violation on PostgreSQL', failure({ code: '23505' })],
  ['a file that is not there', failure({ code: 'ENOENT', syscall: 'open' })],
  ['a wrong statement', failure({ errcode: 1 })],
  ['a refusal', new AppError('refused', 'no')],
  ['a bug', new TypeError('undefined is not a function')],
  ['a text', 'failed'],
])('%s comes back unchanged', (_, error) => {
  expect(storeError(error)).toBe(error);
});
