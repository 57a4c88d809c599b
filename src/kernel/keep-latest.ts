/** Puts an entry behind all others. With more than `max`, the one that was put in longest ago is dropped. */
export function keepLatest<Key, Value>(kept: Map<Key, Value>, [key, value]: readonly [Key, Value], max: number): Value {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > max && oldest !== undefined) kept.delete(oldest);
  return value;
}
