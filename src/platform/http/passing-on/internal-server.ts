import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { AppError } from '#wire/error-kind.ts';

import { errorAnswer } from '../error-answer.ts';
import { bracketed } from '../gate.ts';
import type { Hops } from './hops.ts';

interface InternalServerDeps {
  readonly host: string;
  readonly port: number;
  readonly hops: Hops;
  /** Answers a request that another server has passed on. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  readonly upgrade: (request: IncomingMessage, raw: Duplex, head: Buffer) => void;
  readonly refuse: (raw: Duplex, error: AppError) => void;
}

export interface InternalServer {
  /** For example `http://10.0.0.4:4700`. */
  readonly address: string;
  close(): void;
}

/** Listens for the other servers of the cluster, and answers only them. */
export async function startInternalServer(deps: InternalServerDeps): Promise<InternalServer> {
  const { hops, host, port } = deps;
  const server = process.getBuiltinModule('node:http').createServer({ requestTimeout: 0 }, (request, response) => {
    if (hops.accept(request)) return deps.answer(request, response);
    const { status, body } = errorAnswer(notOfCluster());
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
  });
  server.on('upgrade', (request, raw, head) => {
    raw.on('error', () => raw.destroy());
    if (hops.accept(request)) deps.upgrade(request, raw, head);
    else deps.refuse(raw, notOfCluster());
  });
  await listen(server, { host, port });
  const { port: inUse } = server.address() as AddressInfo;
  return {
    address: `http://${bracketed(host)}:${inUse}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new AppError(
          'refused',
          `Warren cannot listen on ${host}, port ${port}, for the other servers: ${cause.message}. ` +
            'Change WARREN_INTERNAL_HOST or WARREN_INTERNAL_PORT.',
          { cause },
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
}

const notOfCluster = () =>
  new AppError(
    'wrong-origin',
    'Only servers of the same cluster, with the same WARREN_CLUSTER_SECRET, are answered here.',
  );
