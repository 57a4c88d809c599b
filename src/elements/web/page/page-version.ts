/** Undefined on a page over http, and in the private windows of some browsers. */
const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

const MAX_WAIT_MS = 20_000;

/** Lets a service worker store this version of the page, and show notifications. Null where there cannot be one. */
export async function keepPage(): Promise<ServiceWorkerRegistration | null> {
  // The development server builds no service worker.
  if (!import.meta.env.PROD) return null;
  return (
    (await workers()
      ?.register('/sw.js', { updateViaCache: 'none' })
      .catch(() => null)) ?? null
  );
}

/** Calls the listener whenever a newer version of the page has been fetched completely. */
export function onNewerPage(registration: ServiceWorkerRegistration, listener: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const look = () => {
    // The first version replaces nothing.
    if (registration.waiting && registration.active) listener();
  };
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', look, { signal }),
    { signal },
  );
  look();
  return () => ending.abort();
}

/**
 * Reloads the page in the newest version of the server. If that version cannot be fetched completely first, the page
 * comes from the server directly. `mayReload` is checked again before the reload.
 */
export async function reloadNewest(mayReload: () => boolean = () => true): Promise<void> {
  const registration = await workers()?.getRegistration();
  if (registration && !(await activateNewest(registration).catch(() => false))) await registration.unregister();
  if (mayReload()) location.reload();
}

async function activateNewest(registration: ServiceWorkerRegistration): Promise<boolean> {
  const timeUp = AbortSignal.timeout(MAX_WAIT_MS);
  if (!registration.waiting) await registration.update();
  const newest = registration.installing ?? registration.waiting;
  if (!newest) return false;
  await reached(newest, ['installed', 'activated'], timeUp);
  newest.postMessage('activate');
  return reached(newest, ['activated'], timeUp);
}

/** Resolves with whether the worker reaches one of these states before `timeUp`. */
function reached(worker: ServiceWorker, states: readonly ServiceWorkerState[], timeUp: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (states.includes(worker.state)) resolve(true);
      else if (worker.state === 'redundant' || timeUp.aborted) resolve(false);
    };
    worker.addEventListener('statechange', look);
    timeUp.addEventListener('abort', look);
    look();
  });
}
