/** A JSON schema, limited to what all providers accept. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * The shape of a JSON answer. Providers that accept one make the model follow it; for the others only the prompt
 * describes it. Therefore an answer is always parsed tolerantly.
 */
export interface AnswerShape {
  /** Letters, digits and underscores. */
  readonly name: string;
  readonly schema: Schema;
}

export const TEXT: Schema = { type: 'string' };
export const NUMBER: Schema = { type: 'number' };
export const YES_OR_NO: Schema = { type: 'boolean' };

export function oneOf(values: readonly (string | number)[]): Schema {
  return { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values };
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** Every field is required, in this order, and no others are allowed: some providers accept nothing else. */
export function fieldsOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
