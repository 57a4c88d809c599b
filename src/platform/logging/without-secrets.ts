/** Tokens and keys as Warren and the providers make them: 43 characters of base64url, or `sk-` and more. */
const SECRET_FORMS = [/(?<![\w/-])[\w-]{43}(?![\w-])/g, /\bsk-[\w-]{16,}/g];
const HIDDEN = '[secret]';

/** A line of a log without the given secrets and without anything that has the form of one. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.reduce((line, secret) => line.replaceAll(secret, HIDDEN), text);
  return SECRET_FORMS.reduce((line, form) => line.replace(form, HIDDEN), known);
}
