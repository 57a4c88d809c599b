import { keepPage } from '#elements/web/page/page-version.ts';
import { api, ApiProblem } from '#http-client/web/api.ts';

import type { NotificationsAnswer } from '../protocol.ts';

/** Whether this browser can get notifications, and if not, what it needs. */
export type Readiness = 'ready' | 'needs-https' | 'needs-home-screen' | 'cannot';

export function readinessOf(): Readiness {
  if (!window.isSecureContext) return 'needs-https';
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'ready';
  // Safari supports both only in an app of the home screen.
  return /iPhone|iPad/u.test(navigator.userAgent) || isTabletMac() ? 'needs-home-screen' : 'cannot';
}

/** An iPad identifies itself as a Mac. */
const isTabletMac = () => navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;

const MAX_WAIT_MS = 30_000;

const ALLOW =
  'This browser does not let Warren show notifications. Allow them for this page in its settings, then try again.';
const NO_SERVICE = 'This browser reaches no push service. Try again later, or use another browser.';

/** Asks the person once, then lets the server notify this browser. Rejects with the remedy. */
export async function turnOn(publicKey: string): Promise<NotificationsAnswer> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(ALLOW);
  const registration = await keepPage();
  if (!registration) throw new Error(NO_SERVICE);
  await Promise.race([navigator.serviceWorker.ready, timeUp(MAX_WAIT_MS)]);
  const earlier = await registration.pushManager.getSubscription();
  try {
    // It can have another server's key, or belong to another person who signed in here.
    await earlier?.unsubscribe();
    const subscription = await registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
      .catch(() => Promise.reject(new Error(NO_SERVICE)));
    const { endpoint, keys } = subscription.toJSON();
    return await api<NotificationsAnswer>('PUT', '/api/notifications/device', { endpoint, keys });
  } catch (error) {
    if (error instanceof ApiProblem) await forgetSubscription();
    throw error;
  }
}

/** Rejects after `ms`: a worker that cannot fetch the page never becomes ready. */
async function timeUp(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  throw new Error('Warren could not be kept for notifications in this browser. Load the page again, then try again.');
}

/** Ends the subscription of this browser, if it has one. */
export async function forgetSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
