import { dueDay } from '../domain/due-time.ts';
import { dueNotice } from '../domain/notice-words.ts';
import { notificationChoices } from '../protocol.ts';
import type { NotificationDependencies } from './dependencies.ts';
import type { NoticeOf } from './push-delivery.ts';

const LOOK_EVERY_MS = 60_000;

interface Ports extends Pick<
  NotificationDependencies,
  'database' | 'settledNow' | 'served' | 'preferencesOf' | 'sources' | 'log'
> {
  readonly send: (person: string, noticeOf: NoticeOf) => Promise<void>;
}

/** Reminds people of due points once a day, at the time that they have chosen. */
export class DueReminder {
  readonly #ports: Ports;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Never rejects: the next look tries again. */
  look(): Promise<void> {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error: unknown) => this.#ports.log.warn('Due points could not be told of', error));
    return this.#looking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { database, settledNow, served, preferencesOf } = this.#ports;
    const now = settledNow();
    if (now === null) return;
    const rows = await database.read
      .selectFrom('notification_choices')
      .select(['person_id as person', 'choices', 'due_told_on as toldOn'])
      .where('person_id', 'in', database.read.selectFrom('push_devices').select('person_id'))
      .execute();
    const due: { readonly person: string; readonly day: string }[] = [];
    for (const { person, choices: stored, toldOn } of rows) {
      const choices = notificationChoices.parse(JSON.parse(stored));
      if (!choices.kinds.includes('due')) continue;
      const day = dueDay(choices, now, (await preferencesOf(database.read, person)).timeZone);
      if (day !== null && (toldOn === null || toldOn < day)) due.push({ person, day });
    }
    if (due.length === 0) return;
    const own = await served.servedOf(due.map(({ person }) => person));
    for (const { person, day } of due) if (own.has(person)) await this.#tell(person, day);
  }

  async #tell(person: string, day: string): Promise<void> {
    const { database, sources, send } = this.#ports;
    // Stored first: a missing reminder is better than a second one.
    const { numUpdatedRows } = await database.write((trx) =>
      trx
        .updateTable('notification_choices')
        .set({ due_told_on: day })
        .where('person_id', '=', person)
        .where((or) => or.or([or('due_told_on', 'is', null), or('due_told_on', '<', day)]))
        .executeTakeFirst(),
    );
    if (Number(numUpdatedRows) === 0) return;
    let count = 0;
    for (const source of Object.values(sources())) count += (await source.countDue?.(person)) ?? 0;
    if (count > 0) await send(person, () => dueNotice(count));
  }
}
