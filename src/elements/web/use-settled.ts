import { useEffect, useState } from 'react';

/** The latest value that stayed the same for `ms` milliseconds. */
export function useSettled<Value extends string | undefined>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
