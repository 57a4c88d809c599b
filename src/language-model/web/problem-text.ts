import { ApiProblem, messageOf } from '#http-client/web/api.ts';

/** What went wrong and what to do about it. */
export function problemText(error: unknown): string {
  const remedy = error instanceof ApiProblem ? error.detail.remedy : undefined;
  return remedy === undefined ? messageOf(error) : `${messageOf(error)} ${fromHere(remedy)}`;
}

/** What to do, as it is said to somebody who is on the page of models already. */
export function fromHere(remedy: string): string {
  return remedy.replaceAll(' in Settings, under Models', '');
}

/** What a route said of one field, or undefined. A field may stand inside another: `choice.model` is `model`. */
export function problemAt(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  return error.detail.field?.split('.').at(-1) === field ? error.message : undefined;
}
