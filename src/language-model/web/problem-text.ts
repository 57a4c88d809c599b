import { ApiProblem, messageOf } from '#http-client/web/api.ts';

export function problemText(error: unknown): string {
  const remedy = error instanceof ApiProblem ? error.detail.remedy : undefined;
  return remedy === undefined ? messageOf(error) : `${messageOf(error)} ${fromHere(remedy)}`;
}

/** A remedy without its reference to the settings page of models, for use on that page. */
export function fromHere(remedy: string): string {
  return remedy.replaceAll(' in Settings, under Models', '');
}

/**
 * The server's message about one field, or undefined. A nested field is matched by its last name: `choice.model` is
 * `model`.
 */
export function problemAt(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  return error.detail.field?.split('.').at(-1) === field ? error.message : undefined;
}
