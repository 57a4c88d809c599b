import { useEffect, useRef, useState } from 'react';

import { withoutCode } from '#elements/web/text/code-words.tsx';

import type { Message } from '../../protocol.ts';
import { interruptionText } from './rows/interruption-text.ts';

/** Announces a reply to screen readers once it is complete. */
export function Announcer({ messages }: { readonly messages: readonly Message[] }) {
  const latest = messages.findLast((message) => message.author !== 'person' && message.status !== 'streaming');
  const said = useRef(latest && `${latest.id} ${latest.status}`);
  const [text, setText] = useState('');
  useEffect(() => {
    const mark = latest && `${latest.id} ${latest.status}`;
    if (!latest || mark === said.current) return;
    said.current = mark;
    setText(
      latest.status === 'interrupted' ? `${latest.content} ${withoutCode(interruptionText(latest))}` : latest.content,
    );
  }, [latest]);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
