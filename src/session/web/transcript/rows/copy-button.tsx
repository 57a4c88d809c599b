import { Check, Copy } from 'lucide-react';

import { useCopy } from '#elements/web/use-copy.ts';

import { MessageButton } from './message-button.tsx';

export function CopyButton({ text }: { readonly text: string }) {
  const { isDone, copy } = useCopy();
  if (!copy) return null;
  return (
    <MessageButton label={isDone ? 'Copied' : 'Copy message'} icon={isDone ? Check : Copy} onClick={() => copy(text)} />
  );
}
