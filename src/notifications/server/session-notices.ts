import type { Activity } from '#session/domain/activity.ts';
import type { ChangedSummary } from '#session/protocol.ts';
import type { EndedWork } from '#session/server/connection/online-people.ts';
import type { SummaryChange } from '#session/server/dependencies.ts';

import { type Followed, followed, LONG_WORK_MS, nextNotice } from '../domain/next-notice.ts';
import { importNotice, sessionNotice } from '../domain/notice-words.ts';
import type { NoticeKind } from '../protocol.ts';
import { readChoices } from './choices.ts';
import type { NotificationDependencies } from './dependencies.ts';
import type { NoticeOf } from './push-delivery.ts';

/** Time in which a rule can answer a prompt before a notice is sent. */
const ANSWERED_AT_ONCE_MS = 2_000;
/** A person with the session in view is notified only if they do not answer within this time. */
const SEEN_FOR_MS = 60_000;

interface Ports extends Pick<NotificationDependencies, 'database' | 'now' | 'served' | 'log' | 'sources' | 'after'> {
  /** Whether a window of the session is visible on any device of the person. */
  readonly isSeen: (person: string, session: string) => boolean;
  readonly send: (person: string, noticeOf: NoticeOf) => Promise<void>;
}

/** Follows the sessions of the people whom this server serves, and sends their notices. */
export class SessionNotices {
  readonly #ports: Ports;
  readonly #followed = new Map<string, Followed>();
  /** Sessions that wait for the person: cancels a pending notice, and records whether one was sent. */
  readonly #notified = new Map<string, { cancel?: () => void; isSent: boolean }>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  changed(person: string, changed: ChangedSummary, { replyMs = 0, detailsBefore }: SummaryChange): void {
    const { now, sources, isSeen } = this.#ports;
    const { session } = changed;
    if (replyMs >= LONG_WORK_MS && !isSeen(person, session)) this.#tell(person, 'answers', changed);
    const source = sources()[changed.mode];
    const activity = source?.activityOf?.(changed);
    if (!activity) return;
    if (!this.#followed.has(session) && detailsBefore) {
      const earlier = source?.activityOf?.({ ...changed, details: { ...detailsBefore } });
      if (earlier?.is === 'waiting') this.#notifiedByEarlierServer(session, earlier);
    }
    const before = this.#followed.get(session);
    const next = followed(before, activity, now());
    const notice = nextNotice(before, activity, now());
    if (next) this.#followed.set(session, next);
    else this.#followed.delete(session);
    if (notice === null) return;
    const earlier = this.#notified.get(session);
    this.#notified.delete(session);
    earlier?.cancel?.();
    const isSent = earlier?.isSent === true;
    if (notice === 'waits') this.#tellOnce(person, changed, isSent);
    else if (notice === 'answered') {
      if (isSent) void this.#ports.send(person, () => sessionNotice('answered', { ...changed, words: null }));
    } else if (!isSeen(person, session)) this.#tell(person, notice, changed);
  }

  /** Sends a notice that an import is done, which runs in the background. */
  workEnded(person: string, work: EndedWork): void {
    if (work.tookMs < LONG_WORK_MS) return;
    this.#send(person, 'imported', (withWords) => importNotice({ ...work, name: withWords ? work.name : null }));
  }

  close(): void {
    for (const { cancel } of this.#notified.values()) cancel?.();
    this.#notified.clear();
  }

  /**
   * Records a session that waited before this server served the person: the earlier server has sent the notice. This
   * server sees every session that begins to wait while it serves the person.
   */
  #notifiedByEarlierServer(session: string, activity: Activity): void {
    this.#followed.set(session, { activity, since: this.#ports.now() });
    this.#notified.set(session, { isSent: true });
  }

  /** Sends a notice that a session waits, unless it is answered before. `isSent`: the person was notified before. */
  #tellOnce(person: string, changed: ChangedSummary, isSent: boolean): void {
    const { after, isSeen } = this.#ports;
    const { session } = changed;
    const tell = () => {
      this.#notified.set(session, { isSent: true });
      this.#tell(person, 'waits', changed);
    };
    const notifyIn = (ms: number, next: () => void) =>
      void this.#notified.set(session, { cancel: after(ms, next), isSent });
    const first = () => (isSeen(person, session) ? notifyIn(SEEN_FOR_MS - ANSWERED_AT_ONCE_MS, tell) : tell());
    notifyIn(ANSWERED_AT_ONCE_MS, first);
  }

  #tell(person: string, kind: Exclude<NoticeKind, 'due' | 'imported'>, changed: ChangedSummary): void {
    const { session, mode, lastLine } = changed;
    this.#send(person, kind, async (withWords) => {
      const prompt = kind === 'waits' ? await this.#ports.sources()[mode]?.promptOf?.(person, session) : null;
      return sessionNotice(kind, { ...changed, words: withWords ? lastLine : null, prompt: prompt ?? null });
    });
  }

  #send(person: string, kind: NoticeKind, noticeOf: NoticeOf): void {
    const { database, served, send, log } = this.#ports;
    const tell = async () => {
      // If another server serves the person by now, that server notifies them.
      if (!served.serves(person)) return;
      const { kinds } = await readChoices(database.read, person);
      if (kinds.includes(kind)) await send(person, noticeOf);
    };
    tell().catch((error: unknown) => log.warn('A notification could not be sent', error));
  }
}
