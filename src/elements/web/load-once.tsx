import { type ComponentType, useEffect, useState } from 'react';

import { QuietLoading } from './quiet-loading.tsx';

/** A component that is fetched with its first use, or before. */
export interface LoadedOnce<Props> {
  readonly Component: ComponentType<Props>;
  /** Fetches it, so that its first use need not wait. */
  preload(): Promise<void>;
}

/**
 * Not `lazy`: React holds a screen back for 300 ms once a fallback of Suspense has been shown, and shows one even for
 * what is there already. This one renders at once where the code is at hand.
 */
export function loadOnce<Props extends object>(load: () => Promise<ComponentType<Props>>): LoadedOnce<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  function preload(): Promise<void> {
    loading ??= load().then(
      (component) => {
        loaded = component;
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
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
      if (!Loaded) preload().then(() => setLoaded(() => loaded), setFailure);
    }, [Loaded]);
    if (failure !== null) throw failure;
    return Loaded ? <Loaded {...props} /> : <QuietLoading />;
  }
  return { Component, preload };
}
