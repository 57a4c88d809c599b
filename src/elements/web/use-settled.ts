import { useEffect, useState } from 'react';

/** The value as it was when it last stayed the same for so many milliseconds. */
export function useSettled<Value extends string | undefined>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
