import { createHash } from 'node:crypto';

import type { ShownNotice } from '../protocol.ts';
import type { NotificationDependencies, PushAnswer } from './dependencies.ts';
import { listDevices, type PushDevice, removeDevice, validDevices } from './devices.ts';
import { ensureVapidKeys, type VapidKeys } from './vapid-keys.ts';

const TIMEOUT_MS = 10_000;
/** Waits before the second and each later attempt. */
const RETRY_AFTER_MS = [5_000, 30_000, 120_000] as const;
const MAX_RETRY_AFTER_MS = 600_000;
/** Maximum number of concurrent requests. Others wait for one of them to end. */
const MAX_AT_ONCE = 20;
/** How long a push service stores a message for an unreachable device, in seconds. */
const KEPT_FOR_S = { waits: 4 * 3_600, others: 12 * 3_600 } as const;
/** Most push services require an address, and only check its form. */
const PLACEHOLDER = 'mailto:warren@example.org';
export const NO_CONTACT = 'It may want a contact address of the operator: set WARREN_CONTACT.';

type Dependencies = Pick<
  NotificationDependencies,
  'database' | 'served' | 'push' | 'isOffline' | 'readSecret' | 'contact' | 'now' | 'log' | 'after'
>;

/** The notice for a device whose notices quote the session, or do not. */
export type NoticeOf = (withWords: boolean) => ShownNotice | Promise<ShownNotice>;

/** Whether an attempt reached the push service, and if not, whether another attempt can. */
export type Delivered = 'sent' | 'gone' | 'refused' | 'later';

/**
 * Sends notices to devices through the push services of their browsers, encrypted for the device. Nothing waits for the
 * delivery; a failed attempt is repeated a few times, unless a newer notice replaces it or the device is signed out.
 */
export class PushDelivery {
  readonly #dependencies: Dependencies;
  readonly #closing = new AbortController();
  /** The newest notice of each device and tag. */
  readonly #newest = new Map<string, ShownNotice>();
  readonly #waiting: (() => void)[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #atOnce = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends each device the notice with or without quotes, as chosen for the device. Never rejects. */
  async send(person: string, noticeOf: NoticeOf): Promise<void> {
    const { database, isOffline, now, log } = this.#dependencies;
    if (isOffline || this.#closing.signal.aborted) return;
    try {
      const devices = await listDevices(database.read, { person, own: undefined, now: now() });
      for (const withWords of [false, true]) {
        const chosen = devices.filter((device) => device.withWords === withWords);
        if (chosen.length === 0) continue;
        const notice = await noticeOf(withWords);
        for (const { id } of chosen) {
          this.#newest.set(keyOf(id, notice), notice);
          this.#begin(this.#deliver({ person, device: id, notice, failures: 0 }));
        }
      }
    } catch (error) {
      log.warn('A notification could not be sent', error);
    }
  }

  /** Makes one attempt immediately. Null if the person has no such device. */
  async test(person: string, device: string, notice: ShownNotice): Promise<Delivered | null> {
    return this.#try({ person, device, notice });
  }

  /** Cancels notices that wait for another attempt. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#underWay);
  }

  #begin(work: Promise<unknown>): void {
    const done = work.catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#dependencies.log.warn('A notification could not be sent', error);
    });
    this.#underWay.add(done);
    void done.finally(() => this.#underWay.delete(done));
  }

  async #deliver(delivery: Delivery & { readonly failures: number }): Promise<void> {
    const { person, device, notice, failures } = delivery;
    const key = keyOf(device, notice);
    const { served, after } = this.#dependencies;
    const isNewest = () => !this.#closing.signal.aborted && served.serves(person) && this.#newest.get(key) === notice;
    if (!isNewest()) return;
    let askedToWaitMs = 0;
    const outcome = await this.#try({ ...delivery, onRetryAfter: (ms) => (askedToWaitMs = ms) });
    const waitMs = RETRY_AFTER_MS[failures];
    if (outcome !== 'later' || waitMs === undefined) {
      if (this.#newest.get(key) === notice) this.#newest.delete(key);
      return;
    }
    after(Math.min(MAX_RETRY_AFTER_MS, Math.max(waitMs, askedToWaitMs)), () => {
      if (isNewest()) this.#begin(this.#deliver({ ...delivery, failures: failures + 1 }));
    });
  }

  async #try({ person, device, notice, onRetryAfter }: Delivery): Promise<Delivered | null> {
    const { database, push, now, log } = this.#dependencies;
    return this.#inTurn(async () => {
      // Read before each attempt: a sign-in that has ended gets nothing more.
      const found = await validDevices(database.read, { person, now: now() })
        .where('push_devices.id', '=', device)
        .select(['push_devices.id', 'endpoint', 'public_key', 'p256dh', 'auth'])
        .executeTakeFirst();
      if (!found) return null;
      const keys = await ensureVapidKeys(this.#dependencies);
      const message = found.public_key === keys.publicKey ? await this.#encrypt(found, notice, keys) : null;
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const answer = message && (await push.post(found.endpoint, { ...message, signal }).catch(() => null));
      if (answer && answer.retryAfterMs !== null) onRetryAfter?.(answer.retryAfterMs);
      const outcome = message ? outcomeOf(answer) : 'gone';
      if (outcome === 'gone') await removeDevice({ database }, { person, device });
      if (outcome === 'refused') {
        const refused = `A push service refused a notification with ${answer?.status ?? 0}.`;
        log.warn(this.#dependencies.contact === undefined ? `${refused} ${NO_CONTACT}` : refused);
      }
      return outcome;
    });
  }

  async #encrypt({ endpoint, p256dh, auth }: PushDevice, notice: ShownNotice, keys: VapidKeys) {
    const { contact } = this.#dependencies;
    const { generateRequestDetails } = (await import('web-push')).default;
    const details = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(notice), {
      vapidDetails: { ...keys, subject: contact ?? PLACEHOLDER },
      TTL: notice.kind === 'waits' ? KEPT_FOR_S.waits : KEPT_FOR_S.others,
      urgency: notice.kind === 'waits' || notice.kind === 'test' ? 'high' : 'normal',
      // The service drops an undelivered earlier message of the same topic.
      topic: createHash('sha256').update(notice.tag).digest('base64url').slice(0, 32),
    });
    const headers = Object.entries(details.headers).filter(([name]) => name !== 'Content-Length');
    return {
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(details.body),
    };
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#atOnce >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#atOnce += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#atOnce -= 1;
    }
  }
}

interface Delivery {
  readonly person: string;
  readonly device: string;
  readonly notice: ShownNotice;
  readonly onRetryAfter?: (ms: number) => void;
}

const keyOf = (device: string, { tag }: ShownNotice) => `${device} ${tag}`;

function outcomeOf(answer: PushAnswer | null): Delivered {
  if (!answer || answer.status === 429 || answer.status >= 500) return 'later';
  if (answer.status === 404 || answer.status === 410) return 'gone';
  return answer.status >= 200 && answer.status < 300 ? 'sent' : 'refused';
}
