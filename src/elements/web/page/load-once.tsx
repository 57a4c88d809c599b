import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';

import { Trouble } from '../trouble.tsx';
import { QuietLoading } from './quiet-loading.tsx';

/** A component that is fetched with its first use, or before. */
export interface LoadedOnce<Props> {
  readonly Component: FunctionComponent<Props>;
  /** Fetches it, so that its first use need not wait. Rejects where it cannot be had; the next call asks again. */
  preload(): Promise<void>;
}

/**
 * Not `lazy`: React holds a screen back for 300 ms once a fallback of Suspense has been shown, and shows one even for
 * what is there already. This one renders at once where the code is at hand. Nor the router's own: that one loads the
 * whole page again where the fetch failed, and with the server down the page would be gone.
 */
export function loadOnce<Props extends object>(load: () => Promise<ComponentType<Props>>): LoadedOnce<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  /** Those that wait for it, also after a try that failed: whoever fetches it later, serves them all. */
  const waiting = new Set<() => void>();
  function preload(): Promise<void> {
    loading ??= load().then(
      (component) => {
        loaded = component;
        for (const tell of waiting) tell();
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }
  function Component(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [tries, setTries] = useState(0);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (Loaded) return undefined;
      const show = () => setLoaded(() => loaded);
      waiting.add(show);
      preload().then(show, () => setFailed(true));
      return () => void waiting.delete(show);
    }, [Loaded, tries]);
    const tryAgain = () => {
      setFailed(false);
      setTries(tries + 1);
    };
    if (Loaded) return <Loaded {...props} />;
    if (!hasFailed) return <QuietLoading />;
    return (
      <div className="px-4 wide:px-6">
        <Trouble
          message="This page could not be fetched. Check that Warren is running, then try again."
          onRetry={tryAgain}
        />
      </div>
    );
  }
  return { Component, preload };
}
