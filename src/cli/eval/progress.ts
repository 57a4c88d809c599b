export interface Progress {
  at(done: number): void;
  end(): void;
}

const EVERY_MS = 1_000;

/** Reports the progress of a long run: on one line of a terminal, or in an occasional line elsewhere. */
export function createProgress(total: number, stream: NodeJS.WriteStream): Progress {
  const started = performance.now();
  let told = started;
  let wait = EVERY_MS;
  return {
    at(done) {
      const now = performance.now();
      if (now - told < wait) return;
      told = now;
      const rest = Math.round((((now - started) / 1_000) * (total - done)) / Math.max(1, done));
      const text = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}, about ${rest} s to go`;
      if (stream.isTTY) return void stream.write(`\r\u001b[K${text}`);
      stream.write(`${text}\n`);
      wait = Math.min(wait * 2, 60_000);
    },
    end() {
      if (stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}
