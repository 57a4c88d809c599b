import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What one server says of a request that it passes on to another: the client's address, and a proof. */
export const HOP_HEADER = 'x-warren-hop';

/**
 * Requests that another server has passed on, with the address of the client as that server counts it. The proof is an
 * HMAC under the cluster's secret, over this server's id, the address, the method and the target. It vouches for
 * nothing else: who the caller is, their own cookie or token says.
 */
export class Hops {
  readonly #id: string;
  readonly #secret: string;
  readonly #addresses = new WeakMap<IncomingMessage, string>();

  constructor({ id, secret }: { readonly id: string; readonly secret: string }) {
    this.#id = id;
    this.#secret = secret;
  }

  /** The value of the header for a request to the server `to`. */
  sign(to: string, { method, url }: Pick<IncomingMessage, 'method' | 'url'>, address: string): string {
    return `${address} ${this.#proof([to, address, method, url]).toString('hex')}`;
  }

  /** Notes a request that came in over the internal address. False if no server of this cluster sent it here. */
  accept(request: IncomingMessage): boolean {
    const [, address, proof] = /^(\S+) ([0-9a-f]{64})$/.exec(String(request.headers[HOP_HEADER])) ?? [];
    if (address === undefined || proof === undefined) return false;
    const expected = this.#proof([this.#id, address, request.method, request.url]);
    if (!timingSafeEqual(expected, Buffer.from(proof, 'hex'))) return false;
    this.#addresses.set(request, address);
    return true;
  }

  /** The client's address, if another server has passed the request on. */
  addressOf(request: IncomingMessage): string | undefined {
    return this.#addresses.get(request);
  }

  #proof(parts: readonly (string | undefined)[]): Buffer {
    return createHmac('sha256', this.#secret).update(JSON.stringify(parts)).digest();
  }
}
