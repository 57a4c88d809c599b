interface ErrorBody {
  readonly said?: string;
  readonly code?: string;
}

/** No error is nested deeper. */
const MAX_DEPTH = 5;

/** The words of a body that came with an error's status; none where a proxy sent a page. */
export function parseErrorBody(text: string): ErrorBody {
  const body = parsed(text);
  if (typeof body !== 'object' || body === null) return {};
  const error = errorOf(body) ?? {};
  const { message, detail } = body as { message?: unknown; detail?: unknown };
  const said = error.said ?? wordsIn(message) ?? wordsIn(detail);
  return { ...(said !== undefined && { said }), ...(error.code !== undefined && { code: error.code }) };
}

/** What an `error` field of any shape says: an object, or the bare words that Ollama sends. */
export function errorOf(body: unknown): (ErrorBody & { readonly status?: number }) | null {
  if (typeof body !== 'object' || body === null || !('error' in body) || !body.error) return null;
  const { error } = body;
  if (typeof error === 'string') return { said: error };
  const { message, code, type } = error as { message?: unknown; code?: unknown; type?: unknown };
  const name = [code, type].filter((one) => typeof one === 'string').join(' ');
  const status = typeof code === 'number' ? code : /^\d{3}$/.test(String(code)) ? Number(code) : undefined;
  const said = wordsIn(message);
  return {
    ...(said !== undefined && { said }),
    ...(name !== '' && { code: name }),
    ...(status !== undefined && { status }),
  };
}

/**
 * Words, however they are wrapped. FastAPI lists what is wrong, each with the place in the request, and Mistral puts that
 * under `message`, also as JSON in a string. What was sent stands beside the words there, and is not read.
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
