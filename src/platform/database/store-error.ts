import { AppError } from '#wire/error-kind.ts';

/** SQLite result codes (low byte) that mean a failure of the database and not of the statement. */
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const SQLITE_FAILURES = new Set([5, 6, 7, 8, 10, 11, 14, 15, 22, 26]);
/**
 * The same classes of SQLSTATE: connection, transaction rolled back by the server, authorisation, resources, operator
 * intervention, system error, internal error.
 */
const POSTGRES_DISK_FULL = '53100';
const POSTGRES_FAILURES = ['08', '28', '40', '53', '57', '58', 'XX'];
/** The server ended a transaction in which nothing was done for long. */
const POSTGRES_IDLE_IN_TRANSACTION = '25P03';
/** A standby, or a database configured as read-only. */
const POSTGRES_READ_ONLY = '25006';
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT'];
const NETWORK_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'];
/** System calls that find and connect to a server, also through a socket file. Every failure of them counts. */
const CONNECTING = ['connect', 'getaddrinfo'];
/** Errors to which `pg` gives no code. */
const CONNECTION_LOST = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

const BUSY = 'Another program keeps the database locked, so nothing was written. Try again.';
const READ_ONLY =
  'The database can only be read, so nothing was written. If it is a standby, set WARREN_DATABASE_URL to the primary.';

/** Converts a failure of the database to an AppError. Other errors are returned unchanged. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const failure = failureOf(error);
  if (failure === undefined) return error;
  return failure === 'disk-full'
    ? new AppError('disk-full', 'The disk is full: nothing was written. Make room, then try again.', { cause: error })
    : new AppError('store-failed', inWords(error), { cause: error });
}

function inWords(error: Error): string {
  if (isBusy(error)) return BUSY;
  if ('code' in error && error.code === POSTGRES_READ_ONLY) return READ_ONLY;
  return `The database failed: ${error.message || 'no connection'}`;
}

/** The extended result code of SQLite, also if the error is the cause of another one. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  return error instanceof AppError ? sqliteCode(error.cause) : undefined;
}

/** Whether another process held the SQLite database for too long. */
export function isBusy(error: unknown): boolean {
  return ((sqliteCode(error) ?? 0) & 0xff) === SQLITE_BUSY;
}

export function isStoreFailure(error: unknown): boolean {
  return error instanceof Error && failureOf(error) !== undefined;
}

function failureOf(error: Error): 'disk-full' | 'store-failed' | undefined {
  if (error instanceof AppError)
    return error.kind === 'disk-full' || error.kind === 'store-failed' ? error.kind : undefined;
  const errcode = (sqliteCode(error) ?? 0) & 0xff;
  if (errcode === SQLITE_FULL) return 'disk-full';
  if (SQLITE_FAILURES.has(errcode)) return 'store-failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === POSTGRES_DISK_FULL || DISK_FULL_CODES.includes(code)) return 'disk-full';
  if (code === POSTGRES_IDLE_IN_TRANSACTION || code === POSTGRES_READ_ONLY) return 'store-failed';
  const isState = /^[0-9A-Z]{5}$/.test(code);
  if (isState && POSTGRES_FAILURES.includes(code.slice(0, 2))) return 'store-failed';
  if ('syscall' in error && CONNECTING.includes(String(error.syscall))) return 'store-failed';
  if (NETWORK_CODES.includes(code) || CONNECTION_LOST.test(error.message)) return 'store-failed';
  return undefined;
}
