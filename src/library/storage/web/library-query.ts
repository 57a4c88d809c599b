/** Every query of the library begins with it. */
export const LIBRARY_KEY = 'library';

/** The query of an address, with its question mark; empty without values. */
export function queryText(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
