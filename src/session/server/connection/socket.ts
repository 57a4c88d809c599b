/** A live socket as the spine uses it; `ws` has this shape. */
export interface Socket {
  /** Bytes that the reader has not taken yet. */
  readonly bufferedAmount: number;
  send(frame: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: 'pong' | 'close', listener: () => void): unknown;
}
