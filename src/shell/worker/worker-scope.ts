/** Types that exist in a service worker only. The compiler's libraries for workers and pages exclude each other. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}
export interface ClickEvent extends LastingEvent {
  /** The name of a button; empty for the notification itself. */
  readonly action: string;
  readonly notification: Notification;
}
interface WindowClient {
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { readonly type: 'window' }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void;
}
interface Events {
  readonly install: LastingEvent;
  readonly activate: LastingEvent;
  readonly message: MessageEvent;
  readonly fetch: FetchEvent;
  readonly push: PushEvent;
  readonly notificationclick: ClickEvent;
}

export const worker = globalThis as unknown as Worker;
