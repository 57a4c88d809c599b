import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';

import { ProblemNotice } from '../problem-notice.tsx';
import { QuietLoading } from './quiet-loading.tsx';

/** A component whose code is fetched with its first use, or before. */
export interface LoadedOnce<Props> {
  readonly Component: FunctionComponent<Props>;
  /** Fetches the code, so that the first use need not wait. Rejects if that fails; the next call tries again. */
  preload(): Promise<void>;
}

async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/healthz').catch(() => null);
  return answer?.ok === true;
}

/**
 * Not `lazy`: React keeps a fallback of Suspense for 300 ms after it is shown, and shows it even for loaded code. This
 * component renders loaded code at once. Not the router's own either: it reloads the whole page if a fetch fails, and
 * the page is lost while the server is down.
 */
export function loadOnce<Props extends object>(load: () => Promise<ComponentType<Props>>): LoadedOnce<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  /** Chromium caches the failure of a module fetch: only a reloaded page can fetch the module again. */
  let hasFailedBefore = false;
  /** Components that wait for the code, also after a failed fetch: a later fetch serves all of them. */
  const waiting = new Set<() => void>();
  function preload(): Promise<void> {
    loading ??= load().then(
      (component) => {
        loaded = component;
        for (const tell of waiting) tell();
      },
      async (error: unknown) => {
        loading = null;
        if (hasFailedBefore && waiting.size > 0 && (await isServerThere())) location.reload();
        hasFailedBefore = true;
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
        <ProblemNotice
          message="This page could not be fetched. Check that Warren is running, then try again."
          onRetry={tryAgain}
        />
      </div>
    );
  }
  return { Component, preload };
}
