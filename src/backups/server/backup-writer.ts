export interface BackupWriter {
  readonly ending: 'db' | 'dump';
  /** The reason why no backup can be written, and the remedy; null if one can. */
  unavailable(): Promise<string | null>;
  /**
   * Writes a backup, opens and checks it, and only then gives it its name. Makes the folder if there is none. It does
   * not occupy the event loop. Rejects with an AppError that says what to do.
   */
  write(target: string, signal?: AbortSignal): Promise<void>;
}
