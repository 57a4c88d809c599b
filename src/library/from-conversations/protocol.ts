import { z } from 'zod';

import { id } from '#session/protocol.ts';

/** Wire format of the sources that were kept from sessions. */

export const keptQuery = z.object({ session: id });
/** `GET /api/library/kept?session=…` */
export const keptSources = z.object({
  kept: z.array(
    z.object({
      sourceId: id,
      messageId: id.nullable(),
      holeId: id.nullable(),
      lastMessageId: id.nullable(),
    }),
  ),
});
export type KeptSources = z.infer<typeof keptSources>;
