/** Adds an entry as the latest. With more than `max`, drops the entry that was added longest ago. */
export function keepLatest<Key, Value>(kept: Map<Key, Value>, [key, value]: readonly [Key, Value], max: number): Value {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > max && oldest !== undefined) kept.delete(oldest);
  return value;
}
