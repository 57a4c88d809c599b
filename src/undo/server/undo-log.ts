import type { Transaction } from 'kysely';

/**
 * What lets a person take back the last thing they did, wherever they did it. Whoever changes something records, in the
 * same transaction, what was done and what its reversal needs to know. Each `kind` has one handler, which the slice that
 * records it gives to `main.ts`; without one a kind cannot be undone.
 */
export interface UndoLog {
  record(trx: AnyTransaction, action: UndoableAction): Promise<void>;
  /** The person took it back by another way: the latest such action is not offered any more. */
  withdraw(trx: AnyTransaction, action: Omit<UndoableAction, 'label'>): Promise<void>;
}

interface UndoableAction {
  readonly person: string;
  readonly kind: string;
  /** What was done, as the page says it: `Deleted the set “Bread”`. Never holds the text of a point. */
  readonly label: string;
  /** Survives JSON. To be withdrawn it has to be the same again, key for key. */
  readonly reversal: object;
}

interface UndoRequest {
  readonly person: string;
  /** What was recorded; whoever recorded it knows its shape. */
  readonly reversal: unknown;
  readonly now: number;
}

/** Reverses the actions of one kind. The first two throw `changedSince` where what is there now is something else. */
interface UndoHandler {
  /** What no transaction can hold, before the rest; it may run twice. */
  readonly before?: (request: UndoRequest) => Promise<void>;
  /** In the transaction that marks the action as undone. */
  readonly reverse?: (trx: AnyTransaction, request: UndoRequest) => Promise<void>;
  /** Once that is on disk. A crash may come before it: nothing may depend on it that a start does not make good. */
  readonly after?: (request: UndoRequest) => void;
}
export type UndoHandlers = Readonly<Record<string, UndoHandler>>;

// oxlint-disable-next-line typescript/no-explicit-any -- each slice writes its own tables beside the action
type AnyTransaction = Transaction<any>;
