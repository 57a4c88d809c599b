import { type ErrorKind, errorKinds } from '#wire/error-kind.ts';

import { activeMode } from '../../domain/active-mode.ts';
import type { Fold } from '../../domain/fold.ts';
import { type ModeMessages, NO_MESSAGES } from '../../domain/mode-messages.ts';
import type { ChangedSummary, DownMessage, PersonMessage } from '../../protocol.ts';
import { Connector, type ConnectorDependencies } from './connector.ts';
import type { CommandProblem, LiveClient, SessionRequest } from './live-client.ts';
import type { OutboxStore } from './outbox.ts';
import {
  emptyReplica,
  firstSeq,
  type OlderPage,
  receiveChunk,
  receiveEvent,
  receiveOlder,
  receiveShown,
  receiveSnapshot,
  receiveWait,
  type Replica,
} from './replica.ts';
import { Requests } from './requests.ts';
import type { SeenSessions } from './seen-sessions.ts';
import { SessionViews } from './session-views.ts';
import { UnsentMessages } from './unsent-messages.ts';

export interface LiveClientDependencies extends ConnectorDependencies {
  readonly fold: Fold;
  /** Omitted: no mode writes messages itself. */
  readonly ofModes?: ModeMessages;
  readonly outbox: OutboxStore;
  /** Omitted: sessions are shown from the server alone. */
  readonly seen?: SeenSessions;
  readonly readOlder: (session: string, before: number) => Promise<OlderPage>;
}

/** The page's connection: one link, the sessions held over it, and the messages still to be sent. */
export function createLiveClient(dependencies: LiveClientDependencies): LiveClient {
  const { fold, ofModes = NO_MESSAGES, seen, newId, after, readOlder } = dependencies;
  const statusListeners = new Set<() => void>();
  const summaryListeners = new Set<(summary: ChangedSummary) => void>();
  const newsListeners = new Set<(news: PersonMessage) => void>();
  /** The number of holders of each session. */
  const held = new Map<string, number>();
  const subscribing = new Map<string, string>();
  const loadingOlder = new Map<string, Promise<void>>();
  const views = new SessionViews((state) => seen?.keep(state));
  let storeProblem: string | null = null;
  const connector = new Connector(dependencies, {
    onStatus() {
      for (const session of held.keys()) void showSeen(session);
      statusListeners.forEach((listener) => listener());
    },
    onLive: goLive,
    onMessage: receive,
  });
  const send = (message: object) => connector.send(message);
  const requests = new Requests(send);
  const unsent = new UnsentMessages(dependencies.outbox, {
    send,
    onChange: (session, pending) => views.update(session, { pending }),
  });

  function subscribe(session: string): void {
    const id = newId();
    subscribing.set(session, id);
    if (views.get(session).isCurrent) views.update(session, { isCurrent: false });
    const { state, seenAt } = views.get(session);
    // A state from the browser's store is not continued: the data may have been restored from a backup meanwhile.
    const head = seenAt === undefined ? state?.head : undefined;
    send({ type: 'subscribe', id, session, ...(head !== undefined && { after: head }) });
  }

  /** Shows the stored state of a session while there is no connection. */
  async function showSeen(session: string): Promise<void> {
    if (connector.status !== 'lost' || views.get(session).state) return;
    const found = await seen?.read(session).catch(() => null);
    if (found && held.has(session) && !views.get(session).state)
      views.update(session, { state: found.state, seenAt: found.at });
    statusListeners.forEach((listener) => listener());
  }

  function setStoreProblem(problem: string | null): void {
    if (problem === storeProblem) return;
    storeProblem = problem;
    statusListeners.forEach((listener) => listener());
  }

  function goLive(isSameData: boolean): void {
    setStoreProblem(null);
    subscribing.clear();
    if (!isSameData) views.forget();
    for (const session of held.keys()) subscribe(session);
    // Unsent messages go before later requests: they can depend on the thread that a request leaves.
    unsent.sendAll();
    requests.sendAgain();
  }

  function receive(message: DownMessage): void {
    switch (message.type) {
      case 'accepted':
        if (message.session !== undefined && subscribing.get(message.session) === message.id) {
          subscribing.delete(message.session);
          views.update(message.session, { isCurrent: true });
        } else {
          if (message.session !== undefined) keepUp(message.session, message.seq);
          if (message.seq > 0) setStoreProblem(null);
        }
        requests.settle(message.id, null);
        return unsent.acknowledge(message.id);
      case 'session_snapshot':
        return views.update(message.session, {
          ...receiveSnapshot(heldOf(message.session), message.state),
          problem: null,
          seenAt: undefined,
        });
      case 'assistant_chunk':
        return apply(message.session, receiveChunk(views.get(message.session), message));
      case 'reply_waiting':
        return views.update(message.session, receiveWait(views.get(message.session), message));
      case 'session_summary_changed': {
        const { type: _, ...summary } = message;
        return summaryListeners.forEach((listener) => listener(summary));
      }
      case 'library_changed':
        return newsListeners.forEach((listener) => listener(message));
      case 'error':
        return fail(message);
      case 'pong':
        for (const [session, head] of Object.entries(message.heads)) keepUp(session, head);
        return undefined;
      case 'hello':
        return undefined;
      default:
        if (!('seq' in message))
          return apply(message.session, receiveShown(views.get(message.session), message, ofModes));
        // A message or the request of a button: the pending entry with that id is in the log now.
        if ('messageId' in message && message.messageId !== undefined) unsent.acknowledge(message.messageId);
        return apply(message.session, receiveEvent(views.get(message.session), message, { fold, ofModes }));
    }
  }

  /** The replica of a session: what came from the server. */
  function heldOf(session: string): Replica {
    const view = views.get(session);
    return view.seenAt === undefined ? view : emptyReplica;
  }

  /** Subscribes again to a session whose log reaches further than the replica: its events were lost on the way. */
  function keepUp(session: string, head: number): void {
    if (!held.has(session) || subscribing.has(session)) return;
    if (head > (views.get(session).state?.head ?? 0)) subscribe(session);
  }

  function apply(session: string, { replica, gap }: ReturnType<typeof receiveEvent>): void {
    if (gap && held.has(session) && !subscribing.has(session)) subscribe(session);
    if (!gap) views.update(session, replica);
  }

  function fail(message: Extract<DownMessage, { type: 'error' }>): void {
    const { id, session } = message;
    const known = errorKinds[message.kind as ErrorKind] ?? errorKinds.internal;
    const problem: CommandProblem = {
      kind: message.kind as ErrorKind,
      message: message.message,
      ...(message.reason !== undefined && { reason: message.reason }),
      ...(message.field !== undefined && { field: message.field }),
    };
    if ((message.kind === 'store-failed' || message.kind === 'disk-full') && message.reason !== 'log-moved')
      setStoreProblem(message.message);
    if (session !== undefined && id !== undefined && subscribing.get(session) === id) {
      subscribing.delete(session);
      if (known.remedy === 'retry') after(message.retryAfterMs ?? 1_000, () => held.has(session) && subscribe(session));
      else if (known.remedy === 'resync') {
        views.forget(session);
        subscribe(session);
      } else views.update(session, { problem });
      return;
    }
    if (id === undefined) return;
    if (known.remedy === 'retry') {
      after(message.retryAfterMs ?? 1_000, () => {
        requests.sendAgain(id);
        unsent.sendAgain(id);
      });
      return;
    }
    requests.settle(id, problem);
    unsent.refuse(id, message.message);
  }

  function listenTo<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  void unsent.load().finally(() => connector.connect());

  return {
    status: () => connector.status,
    nextTryAt: () => connector.nextTryAt,
    storeProblem: () => storeProblem,
    tryNow: () => connector.connect(),
    see: (session) => connector.see(session),
    onStatus: (listener) => listenTo(statusListeners, listener),
    onSummary: (listener) => listenTo(summaryListeners, listener),
    onNews: (listener) => listenTo(newsListeners, listener),
    hold(session) {
      const holders = held.get(session) ?? 0;
      held.set(session, holders + 1);
      if (holders === 0) {
        subscribe(session);
        void showSeen(session);
      }
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (held.get(session) ?? 1) - 1;
        if (left > 0) return void held.set(session, left);
        held.delete(session);
        subscribing.delete(session);
        views.update(session, { isCurrent: false });
        send({ type: 'unsubscribe', id: newId(), session });
      };
    },
    view: (session) => views.get(session),
    seenAt() {
      const times = [...held.keys()].flatMap((session) => views.get(session).seenAt ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
    onView: (session, listener) => views.listen(session, listener),
    say(session, content) {
      const { state } = views.get(session);
      unsent.add({ id: newId(), session, content, ...(state && { thread: activeMode(state).thread }) });
    },
    ask: (session, request, words) => unsent.add({ id: newId(), session, content: words, request }),
    discard: (_session, messageId) => unsent.discard(messageId),
    request(session: string, request: SessionRequest) {
      const ask = () => requests.send({ ...request, id: newId(), session });
      return unsent.whenSent(session)?.then(ask) ?? ask();
    },
    loadOlder(session) {
      const view = views.get(session);
      const under = loadingOlder.get(session);
      if (under) return under;
      if (!view.hasOlder || !view.state) return Promise.resolve();
      const loading = readOlder(session, firstSeq(view))
        .then((page) => views.update(session, receiveOlder(views.get(session), page, ofModes)))
        .finally(() => loadingOlder.delete(session));
      loadingOlder.set(session, loading);
      return loading;
    },
    close: () => connector.close(),
  };
}
