import type { SessionEvent } from '#session/domain/event.ts';
import { route, type Route } from '#wire/route.ts';

import { readImages } from '../../sets/server/images/images.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { ReplyPlan, StartedHidden } from '../domain/recall-state.ts';
import { type AskedImages, askedImages } from '../protocol.ts';

interface AskedImageDependencies extends Pick<RecallDependencies, 'database'> {
  /** The complete log of a person's session. Rejects with `not-found` for another person's. */
  readonly eventsOf: (person: string, session: string) => Promise<readonly SessionEvent[]>;
}

/** The route for the images of questions that a session has asked. Images of answers are not included. */
export function askedImageRoutes({ database, eventsOf }: AskedImageDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/recall/sessions/:session/asked-images',
      summary: 'The images of the questions that were asked in a session, by the messages that asked',
      answer: askedImages,
      async handle({ person, params }): Promise<AskedImages> {
        const asked = askedPoints(await eventsOf(person, params['session'] ?? ''));
        const images = await readImages(database.read, { person, pointIds: [...new Set(asked.map(({ id }) => id))] });
        return {
          asked: asked.flatMap(({ seq, id }) => {
            const shown = (images.get(id) ?? []).filter(({ side }) => side === 'question');
            return shown.length === 0 ? [] : [{ seq, images: shown }];
          }),
        };
      },
    }),
  ];
}

/** The points that were asked for, once for each change of question. */
function askedPoints(events: readonly SessionEvent[]): readonly { readonly seq: number; readonly id: string }[] {
  const asked: { seq: number; id: string }[] = [];
  for (const { seq, ...event } of events) {
    const id = planIn(event)?.probe?.pointId;
    if (id !== undefined && id !== asked.at(-1)?.id) asked.push({ seq, id });
  }
  return asked;
}

function planIn(event: { readonly type: string; readonly hidden?: unknown }): ReplyPlan | undefined {
  if (event.type === 'session_started') return (event.hidden as StartedHidden | undefined)?.plan;
  return event.type === 'reply_started' ? (event.hidden as ReplyPlan | undefined) : undefined;
}
