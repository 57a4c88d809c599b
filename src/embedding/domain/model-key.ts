/** Distinguishes the vectors of a provider's models. */
export interface ModelKey {
  /** `openai`, or the host and port of a custom address. */
  readonly endpoint: string;
  /** The provider's id. It may contain slashes. */
  readonly model: string;
  readonly dimension: number;
}

/** Raise it when the same texts get other vectors, for example because they are sent in another form. */
const VERSION = 1;

export function modelKey({ endpoint, model, dimension }: ModelKey): string {
  return `${endpoint}/${model}/${dimension}/${VERSION}`;
}

/** Undefined for a key of another version or kind. */
export function readModelKey(key: string): ModelKey | undefined {
  const [, endpoint, model, dimension, version] = /^([^/]+)\/(.+)\/(\d+)\/(\d+)$/.exec(key) ?? [];
  if (endpoint === undefined || model === undefined || Number(version) !== VERSION) return undefined;
  return { endpoint, model, dimension: Number(dimension) };
}
