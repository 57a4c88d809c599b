/** A command that the state does not allow: a value, not an error. Nothing changed. */
export interface Refusal {
  readonly ok: false;
  /** A fixed identifier for programs. */
  readonly reason: string;
  readonly message: string;
}

export function refuse(reason: string, message: string): Refusal {
  return { ok: false, reason, message };
}
