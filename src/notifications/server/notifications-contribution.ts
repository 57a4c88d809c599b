import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';

import { choicesUndoHandlers } from './choices.ts';
import type { NotificationDependencies } from './dependencies.ts';
import { devicesUndoHandlers } from './devices.ts';
import { DueReminder } from './due-reminder.ts';
import { PushDelivery } from './push-delivery.ts';
import { notificationRoutes } from './routes.ts';
import { SessionNotices } from './session-notices.ts';
import type { UsedTables } from './tables.ts';

type Adapters = Pick<NotificationDependencies, 'push' | 'isOffline' | 'readSecret' | 'contact'>;

export function notificationsContribution(adapters: Adapters): ServerContribution {
  return {
    create: (services) => ({
      surface({ people }) {
        const dependencies: NotificationDependencies = {
          ...services,
          ...adapters,
          database: tablesOf<UsedTables>(services.database),
          sources: services.noticeSources,
          after(ms, callback) {
            const timer = setTimeout(callback, ms).unref();
            return () => clearTimeout(timer);
          },
        };
        const delivery = new PushDelivery(dependencies);
        const send = (...sent: Parameters<PushDelivery['send']>) => delivery.send(...sent);
        const isSeen = (person: string, session: string) => people.isSeen(person, session);
        const sessions = new SessionNotices({ ...dependencies, send, isSeen });
        const due = new DueReminder({ ...dependencies, send });
        people.onSummary((...change) => sessions.changed(...change));
        people.onWorkEnded((person, work) => sessions.workEnded(person, work));
        return {
          routes: notificationRoutes(dependencies, delivery),
          undoHandlers: { ...choicesUndoHandlers, ...devicesUndoHandlers },
          recover: () => Promise.resolve(due.start()),
          async close() {
            sessions.close();
            await due.close();
            await delivery.close();
          },
        };
      },
    }),
  };
}
