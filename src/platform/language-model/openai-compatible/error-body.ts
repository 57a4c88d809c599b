interface ErrorBody {
  readonly providerMessage?: string;
  readonly code?: string;
}

/** The maximum depth of nested errors. */
const MAX_DEPTH = 5;

/** The message and code of an error response. Empty if the body is not JSON, such as a page of a proxy. */
export function parseErrorBody(text: string): ErrorBody {
  const body = parsed(text);
  if (typeof body !== 'object' || body === null) return {};
  const error = errorOf(body) ?? {};
  const { message, detail } = body as { message?: unknown; detail?: unknown };
  const providerMessage = error.providerMessage ?? wordsIn(message) ?? wordsIn(detail);
  return {
    ...(providerMessage !== undefined && { providerMessage }),
    ...(error.code !== undefined && { code: error.code }),
  };
}

/** The message, code and status in an `error` field, which is an object or, from Ollama, a string. */
export function errorOf(body: unknown): (ErrorBody & { readonly status?: number }) | null {
  if (typeof body !== 'object' || body === null || !('error' in body) || !body.error) return null;
  const { error } = body;
  if (typeof error === 'string') return { providerMessage: error };
  const { message, code, type } = error as { message?: unknown; code?: unknown; type?: unknown };
  const name = [code, type].filter((one) => typeof one === 'string').join(' ');
  const status = typeof code === 'number' ? code : /^\d{3}$/.test(String(code)) ? Number(code) : undefined;
  const providerMessage = wordsIn(message);
  return {
    ...(providerMessage !== undefined && { providerMessage }),
    ...(name !== '' && { code: name }),
    ...(status !== undefined && { status }),
  };
}

/**
 * Finds a message in nested values. FastAPI sends a list of problems with their places in the request; Mistral puts it
 * under `message`, sometimes as JSON in a string. Does not read the request values beside the messages.
 */
function wordsIn(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const inner = (one: unknown) => wordsIn(one, depth + 1);
  if (typeof value === 'string') {
    const wrapped = /^\s*[[{]/.test(value) ? parsed(value) : undefined;
    return wrapped === undefined ? value : (inner(wrapped) ?? value);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const each = value.map(inner).filter((one) => one !== undefined);
    return each.length === 0 ? undefined : each.join('; ');
  }
  const { loc, msg, detail, message } = value as Readonly<Record<'loc' | 'msg' | 'detail' | 'message', unknown>>;
  const words = inner(msg) ?? inner(detail) ?? inner(message);
  return Array.isArray(loc) && words !== undefined ? `${loc.join('.')}: ${words}` : words;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
