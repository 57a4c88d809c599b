import type { DatabaseConnection, QueryResult } from 'kysely';

import { storeError } from './store-error.ts';

type Run = () => Promise<QueryResult<unknown>>;

const wrapped = new WeakSet<DatabaseConnection>();

/**
 * Wraps a connection so that failures of the database reject with an AppError, for reads and writes. `around` may run a
 * query again.
 */
export function withKnownFailures(
  connection: DatabaseConnection,
  around: (run: Run) => ReturnType<Run> = (run) => run(),
): DatabaseConnection {
  if (wrapped.has(connection)) return connection;
  wrapped.add(connection);
  const execute = connection.executeQuery.bind(connection) as (...parameters: unknown[]) => ReturnType<Run>;
  connection.executeQuery = async <Row>(...parameters: unknown[]): Promise<QueryResult<Row>> => {
    try {
      return (await around(() => execute(...parameters))) as QueryResult<Row>;
    } catch (error) {
      throw storeError(error);
    }
  };
  return connection;
}
