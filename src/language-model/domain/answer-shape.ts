/** A JSON schema, with what all providers take of it. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * The shape of a JSON answer. Providers that take one hold the model to it; for the others the words of the prompt do.
 * So an answer is always read tolerantly.
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

/** Every field is required, in this order, and there are no others: some providers take nothing else. */
export function fieldsOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
