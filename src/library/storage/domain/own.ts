import type { SourceKind, SourceOrigin } from '../protocol.ts';

/** Reports whether a source contains the person's own thoughts rather than those of others. */
export function isOwn({ kind, origin }: { readonly kind: SourceKind; readonly origin: SourceOrigin }): boolean {
  return (kind === 'note' || kind === 'voice_memo') && origin !== 'agent';
}
