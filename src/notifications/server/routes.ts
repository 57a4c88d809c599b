import { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';
import { route, type Route } from '#wire/route.ts';

import { TEST_NOTICE } from '../domain/notice-words.ts';
import {
  deviceChoices,
  type DeviceChoices,
  type NotificationChoices,
  notificationChoices,
  notificationsAnswer,
  type NotificationsAnswer,
  pushSubscription,
  type PushSubscriptionGiven,
} from '../protocol.ts';
import { changeChoices, readChoices } from './choices.ts';
import type { NotificationDependencies } from './dependencies.ts';
import { addDevice, changeDevice, listDevices, removeDevice } from './devices.ts';
import { type Delivered, NO_CONTACT, type PushDelivery } from './push-delivery.ts';
import { ensureVapidKeys } from './vapid-keys.ts';

const NOT_SENT: Readonly<Record<Exclude<Delivered, 'sent'>, string>> = {
  gone: 'The browser of this device gets no notifications any more. Turn them on there again.',
  refused: 'The push service of this device refused the test. Turn notifications off there and on again.',
  later:
    'The push service of this device does not answer. Check that this server reaches the internet, then try again.',
};

/** Routes for the person's choices of notices and for their devices. */
export function notificationRoutes(dependencies: NotificationDependencies, delivery: PushDelivery): Route[] {
  const { database, now, isOffline, push, contact } = dependencies;
  const answer = async (person: string, signIn: string | undefined): Promise<NotificationsAnswer> => ({
    choices: await readChoices(database.read, person),
    devices: await listDevices(database.read, { person, own: signIn, now: now() }),
    hasContact: contact !== undefined,
    publicKey: isOffline ? null : (await ensureVapidKeys(dependencies)).publicKey,
  });
  return [
    route({
      method: 'GET',
      path: '/api/notifications',
      summary: 'What notifies the person, and the devices that get notifications',
      answer: notificationsAnswer,
      handle: ({ person, signIn }) => answer(person, signIn),
    }),
    route<NotificationChoices>({
      method: 'PUT',
      path: '/api/notifications/choices',
      summary: 'Decides what notifies the person',
      body: notificationChoices,
      answer: notificationsAnswer,
      async handle({ person, signIn, body }) {
        await changeChoices(dependencies, { person, to: body });
        return answer(person, signIn);
      },
    }),
    route<PushSubscriptionGiven>({
      method: 'PUT',
      path: '/api/notifications/device',
      summary: 'Lets the browser that asks get notifications, until its sign-in ends',
      body: pushSubscription,
      answer: notificationsAnswer,
      async handle({ person, signIn, body }) {
        if (signIn === undefined)
          throw new AppError('refused', 'Only a signed-in browser can get notifications.', { reason: 'no-browser' });
        const objection = isOffline ? 'This server is offline and sends nothing.' : await push.objection(body.endpoint);
        if (objection !== null) throw new AppError('refused', objection, { reason: 'endpoint', field: 'endpoint' });
        const { publicKey } = await ensureVapidKeys(dependencies);
        await addDevice(dependencies, { person, signIn, publicKey, given: body });
        return answer(person, signIn);
      },
    }),
    route<DeviceChoices>({
      method: 'PUT',
      path: '/api/notifications/devices/:device',
      summary: 'Decides whether notifications of a device quote the session',
      body: deviceChoices,
      answer: notificationsAnswer,
      async handle({ person, signIn, params: { device = '' }, body }) {
        if (!(await changeDevice(dependencies, { person, device, to: body }))) throw noSuchDevice();
        return answer(person, signIn);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/notifications/devices/:device',
      summary: 'Sends no more notifications to a device',
      answer: z.undefined(),
      async handle({ person, params: { device = '' } }) {
        if (!(await removeDevice(dependencies, { person, device }))) throw noSuchDevice();
      },
    }),
    route({
      method: 'POST',
      path: '/api/notifications/devices/:device/test',
      summary: 'Sends a test to a device',
      answer: z.undefined(),
      async handle({ person, params: { device = '' } }) {
        const outcome = await delivery.test(person, device, TEST_NOTICE);
        if (outcome === null) throw noSuchDevice();
        if (outcome === 'refused' && contact === undefined)
          throw new AppError('refused', `The push service of this device refused the test. ${NO_CONTACT}`, {
            reason: 'push-refused',
          });
        if (outcome !== 'sent') throw new AppError('refused', NOT_SENT[outcome], { reason: `push-${outcome}` });
      },
    }),
  ];
}

const noSuchDevice = () => new AppError('not-found', 'This device gets no notifications any more.');
