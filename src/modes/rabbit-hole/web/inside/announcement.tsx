import { useEffect, useRef, useState } from 'react';

import { count } from '#elements/web/text/figures.ts';

interface AnnouncementProps {
  readonly topic: string | null;
  readonly promptTopic: string | null;
  /** Points recalled during the last stay. */
  readonly recalled: number;
  /** The pending question; can be empty. */
  readonly question: string;
}

/** Announces mode changes and invitations to screen readers. Never announces earlier states. */
export function Announcement({ topic, promptTopic, recalled, question }: AnnouncementProps) {
  const [text, setText] = useState('');
  const before = useRef({ topic, promptTopic });
  useEffect(() => {
    const { topic: was, promptTopic: asked } = before.current;
    before.current = { topic, promptTopic };
    if (topic !== null && topic !== was) setText(`Exploring: ${topic}. Your session stays as you left it.`);
    else if (topic === null && was !== null) setText(backWords(recalled, question));
    else if (promptTopic !== null && promptTopic !== asked)
      setText(
        `Looks like you're curious about ${promptTopic}. Want to explore? You find Explore and Stay on track after the last message.`,
      );
  }, [topic, promptTopic, recalled, question]);
  return <output className="sr-only">{text}</output>;
}

function backWords(recalled: number, question: string): string {
  const gained = recalled > 0 ? ` ${count(recalled, 'point')} recalled.` : '';
  const waiting = question === '' ? '' : ` It waits at: ${question}`;
  return `Back in the session.${gained}${waiting}`;
}
