import type { Transaction } from 'kysely';

/**
 * Lets a person take back their last action anywhere in Warren. Code that makes a change records, in the same
 * transaction, a label and the data needed to reverse it. Each `kind` has one handler, which the slice contributes; a
 * kind without a handler cannot be undone.
 */
export interface UndoLog {
  record(trx: AnyTransaction, action: UndoableAction): Promise<void>;
  /** The action was reversed in another way: its latest record is no longer offered. */
  withdraw(trx: AnyTransaction, action: Omit<UndoableAction, 'label'>): Promise<void>;
}

interface UndoableAction {
  readonly person: string;
  readonly kind: string;
  /** The action as the page names it: `Deleted the set “Bread”`. Never contains the text of a point. */
  readonly label: string;
  /** Must survive JSON. To withdraw the action, pass an equal value with its keys in the same order. */
  readonly reversal: object;
}

interface UndoRequest {
  readonly person: string;
  /** The recorded value; its shape is known to the slice that recorded it. */
  readonly reversal: unknown;
  readonly now: number;
}

/** Reverses actions of one kind. `before` and `reverse` throw `changedSince` if the data has changed since. */
interface UndoHandler {
  /** Work outside any transaction, before the rest; it may run twice. */
  readonly before?: (request: UndoRequest) => Promise<void>;
  /** Runs in the transaction that marks the action as undone. */
  readonly reverse?: (trx: AnyTransaction, request: UndoRequest) => Promise<void>;
  /**
   * Runs after that commit. It is lost in a crash in between, so nothing may depend on it that a start does not
   * repair.
   */
  readonly after?: (request: UndoRequest) => void;
}
export type UndoHandlers = Readonly<Record<string, UndoHandler>>;

// oxlint-disable-next-line typescript/no-explicit-any -- each slice writes its own tables beside the action
type AnyTransaction = Transaction<any>;
