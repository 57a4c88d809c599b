import { useEffect, useRef, useState } from 'react';

interface AnnouncementProps {
  readonly topic: string | null;
  readonly promptTopic: string | null;
}

/** Says to whoever cannot see it that the room has changed, or that something is asked. Never what was so before. */
export function Announcement({ topic, promptTopic }: AnnouncementProps) {
  const [text, setText] = useState('');
  const before = useRef({ topic, promptTopic });
  useEffect(() => {
    const { topic: was, promptTopic: asked } = before.current;
    before.current = { topic, promptTopic };
    if (topic !== null && topic !== was) setText(`Exploring: ${topic}. Your session stays as you left it.`);
    else if (topic === null && was !== null) setText('Back in the session.');
    else if (promptTopic !== null && promptTopic !== asked)
      setText(
        `Looks like you're curious about ${promptTopic}. Want to explore? You find Explore and Stay on track after the last message.`,
      );
  }, [topic, promptTopic]);
  return <output className="sr-only">{text}</output>;
}
