/** The first element of the key of every library query. */
export const LIBRARY_KEY = 'library';

/** The query of an address, with its question mark; empty if there are no values. */
export function queryText(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
