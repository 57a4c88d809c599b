/** The fields of a tool's input, with unchecked values. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (input: unknown): Fields =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Fields) : {};

export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const listIn = (fields: Fields, name: string): readonly Fields[] => {
  const value = fields[name];
  return Array.isArray(value) ? value.map(fieldsOf) : [];
};
