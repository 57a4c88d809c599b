import { z } from 'zod';

/**
 * Kinds of notices: a session waits for the person, has finished, has failed or has answered; an import is done; points
 * are due.
 */
const noticeKind = z.enum(['waits', 'finished', 'failed', 'answers', 'imported', 'due']);
export type NoticeKind = z.infer<typeof noticeKind>;

const MAX_MINUTES = 24 * 60 - 1;

/** `PUT /api/notifications/choices`. Nothing is chosen at first. */
export const notificationChoices = z.object({
  kinds: z.array(noticeKind).max(noticeKind.options.length),
  /** Whether notifications of devices that have no choice of their own quote the session. */
  withWords: z.boolean(),
  /** The time of the reminder of due points: minutes after midnight, in the person's time zone. */
  dueAt: z.int().min(0).max(MAX_MINUTES),
  /** Days of the week without a reminder, 0 for Sunday. */
  daysOff: z.array(z.int().min(0).max(6)).max(7),
});
export type NotificationChoices = z.infer<typeof notificationChoices>;

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+={0,2}$/u, 'It is not base64url.')
    .refine(
      (text) => Math.floor((text.replaceAll('=', '').length * 3) / 4) === bytes,
      `It does not have ${bytes} bytes.`,
    );

/** `PUT /api/notifications/device`: the subscription of the calling browser with its push service. */
export const pushSubscription = z.object({
  endpoint: z.url().max(2_000),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscriptionGiven = z.infer<typeof pushSubscription>;

/** `PUT /api/notifications/devices/:device` */
export const deviceChoices = z.object({ withWords: z.boolean() });
export type DeviceChoices = z.infer<typeof deviceChoices>;

const device = z.object({
  id: z.string(),
  /** In words; null if the browser did not say. */
  name: z.string().nullable(),
  lastSeenAt: z.int().nullable(),
  /** Whether its notifications quote the session. */
  withWords: z.boolean(),
  /** Whether it is the calling browser. */
  isOwn: z.boolean(),
});
export type NotifiedDevice = z.infer<typeof device>;

/** `GET /api/notifications` */
export const notificationsAnswer = z.object({
  choices: notificationChoices,
  devices: z.array(device),
  /** Whether push services get a contact address of the operator. */
  hasContact: z.boolean(),
  /** The server's key for push services; null for a server that is offline. */
  publicKey: z.string().nullable(),
});
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>;

/** The data that the service worker shows. Only add fields: a worker can be older than the server. */
export interface ShownNotice {
  readonly kind: NoticeKind | 'answered' | 'test';
  readonly title: string;
  readonly body: string;
  /** A later notice with the same tag replaces this one. */
  readonly tag: string;
  /** The path of the page that it leads to. */
  readonly path: string;
  /** It replaces an earlier notice without a sound. */
  readonly isSilent: boolean;
  /** Its buttons: each posts its body, with an `id` from the worker, to the route. */
  readonly answers?: {
    readonly path: string;
    readonly offered: readonly { readonly title: string; readonly body: object }[];
  };
}
