import { z } from 'zod';

import type { PersonData } from '#person-data/server/person-data.ts';
import { json } from '#person-data/server/stored-values.ts';

import { notificationChoices } from '../protocol.ts';

export const notificationsData: PersonData = {
  tables: {
    notification_choices: {
      key: ['person_id'],
      values: { choices: json(notificationChoices), due_told_on: z.iso.date() },
    },
  },
  leftOut: { push_devices: 'browsers that get notifications, each with its sign-in' },
};
