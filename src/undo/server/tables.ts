export interface UndoTables {
  /** An action that a person can take back. `reversal` is JSON that the handler of `kind` understands. */
  undoable_actions: {
    id: string;
    person_id: string;
    at: number;
    kind: string;
    label: string;
    reversal: string;
    undone_at: number | null;
  };
}
