import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Development: the server restarts when its files change, and the page reloads changed modules. Open the page with the
 * printed link, which uses Vite's port.
 */
const PAGE_PORT = '5173';
const serverPort = process.env['WARREN_PORT'] ?? '4600';
const environment = {
  ...process.env,
  WARREN_PORT: serverPort,
  WARREN_SERVER_URL: `http://127.0.0.1:${serverPort}`,
  WARREN_PAGE_URL: `http://localhost:${PAGE_PORT}`,
};

const children: ChildProcess[] = [
  spawn('node', ['--watch', '--watch-preserve-output', 'src/cli/main.ts', 'start'], {
    env: environment,
    stdio: 'inherit',
  }),
  spawn('vite', ['--port', PAGE_PORT, '--strictPort', '--logLevel', 'warn'], { env: environment, stdio: 'inherit' }),
];

let isStopping = false;
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
for (const child of children) child.on('exit', (code) => stop(code ?? 0));
