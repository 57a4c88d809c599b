interface WritingBackup {
  readonly signal?: AbortSignal | undefined;
  /** Calls `name`, which gives the checked file its name, or gives the backup up. Only where there may be other servers. */
  readonly naming?: (name: () => Promise<void>) => Promise<void>;
}

export interface BackupWriter {
  readonly ending: 'db' | 'dump';
  /** The reason why no backup can be written, and the remedy; null if one can. */
  unavailable(): Promise<string | null>;
  /**
   * Writes a backup, opens and checks it, and only then gives it its name. Makes the folder if there is none. It does
   * not occupy the event loop. Rejects with an AppError that says what to do.
   */
  write(target: string, how?: WritingBackup): Promise<void>;
}
