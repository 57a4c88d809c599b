interface WritingBackup {
  readonly signal?: AbortSignal | undefined;
  /**
   * Calls `name`, which gives the checked file its name, or gives the backup up. Only if there can be other servers.
   */
  readonly naming?: (name: () => Promise<void>) => Promise<void>;
}

export interface BackupWriter {
  readonly ending: 'db' | 'dump';
  /** Why no backup can be written, and the remedy; null if one can. */
  unavailable(): Promise<string | null>;
  /**
   * Writes a backup, opens and checks it, and only then gives it its name. Creates the folder if it is missing. It does
   * not block the event loop. Rejects with an AppError that contains the remedy.
   */
  write(target: string, how?: WritingBackup): Promise<void>;
}
