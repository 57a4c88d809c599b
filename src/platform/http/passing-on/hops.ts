import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header with which a server passes on a request: the client's address and a proof. */
export const HOP_HEADER = 'x-warren-hop';

/** Why a request is passed on: to the server that serves the person, or to one whose disk has the requested data. */
export type Purpose = 'served' | 'read';

interface Hop {
  readonly address: string;
  readonly purpose: Purpose;
}

/**
 * Requests that another server has passed on, with the address of the client as that server counts it. The proof is an
 * HMAC under the cluster's secret, over this server's id, the address, the purpose, the method and the target. It
 * proves nothing about the caller, who is identified by their own cookie or token.
 */
export class Hops {
  readonly #id: string;
  readonly #secret: string;
  readonly #accepted = new WeakMap<IncomingMessage, Hop>();

  constructor({ id, secret }: { readonly id: string; readonly secret: string }) {
    this.#id = id;
    this.#secret = secret;
  }

  /** The header value for a request to the server `to`. */
  sign(to: string, { method, url }: Pick<IncomingMessage, 'method' | 'url'>, { address, purpose }: Hop): string {
    return `${address} ${purpose} ${this.#proof([to, address, purpose, method, url]).toString('hex')}`;
  }

  /** Registers a request to the internal address. Returns false if no server of this cluster sent it to this server. */
  accept(request: IncomingMessage): boolean {
    const [, address, purpose, proof] =
      /^(\S+) (served|read) ([0-9a-f]{64})$/.exec(String(request.headers[HOP_HEADER])) ?? [];
    if (address === undefined || purpose === undefined || proof === undefined) return false;
    const expected = this.#proof([this.#id, address, purpose, request.method, request.url]);
    if (!timingSafeEqual(expected, Buffer.from(proof, 'hex'))) return false;
    this.#accepted.set(request, { address, purpose: purpose as Purpose });
    return true;
  }

  /** The client's address, if another server has passed on the request. */
  addressOf(request: IncomingMessage): string | undefined {
    return this.#accepted.get(request)?.address;
  }

  /** Whether the server that serves the person sent this request to read this server's disk. */
  isRead(request: IncomingMessage): boolean {
    return this.#accepted.get(request)?.purpose === 'read';
  }

  #proof(parts: readonly (string | undefined)[]): Buffer {
    return createHmac('sha256', this.#secret).update(JSON.stringify(parts)).digest();
  }
}
