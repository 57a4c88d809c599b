export interface UndoTables {
  /** What a person did and can take back. `reversal`: JSON that the handler of `kind` understands. */
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
