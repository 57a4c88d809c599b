import { useEffect, useState } from 'react';

/** Most returns are faster and need no message. */
const SAID_AFTER_MS = 300;

/** Says below the banner why a return takes time. */
export function ReturnStatus({ isReturning }: { readonly isReturning: boolean }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isReturning) return undefined;
    const timer = setTimeout(() => setSlow(true), SAID_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isReturning]);
  return (
    <output className="absolute inset-x-0 top-full z-10">
      {isReturning && isSlow && (
        <span className="appear block border-b border-line bg-paper px-4 py-1.5 text-sm font-normal text-ink-soft wide:px-6">
          Returning once what you said is checked.
        </span>
      )}
    </output>
  );
}
