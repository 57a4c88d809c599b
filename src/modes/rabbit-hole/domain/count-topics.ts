import { foldForm, stemOf } from '#text/domain/stems.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';

import type { Tangent, TangentTopic } from '../protocol.ts';

/** Groups tangents by topic, most visited first. */
export function countTopics(tangents: readonly Tangent[]): TangentTopic[] {
  const byKey = new Map<string, [Tangent, ...Tangent[]]>();
  for (const tangent of tangents) {
    const key = topicKey(tangent.topic);
    const alike = byKey.get(key);
    if (alike) alike.push(tangent);
    else byKey.set(key, [tangent]);
  }
  return [...byKey.values()].map(countTogether).toSorted((one, other) => {
    return other.times - one.times || other.lastAt - one.lastAt;
  });
}

function countTogether(alike: readonly [Tangent, ...Tangent[]]): TangentTopic {
  const sum = (of: (tangent: Tangent) => number) => alike.reduce((total, tangent) => total + of(tangent), 0);
  const [latest] = alike;
  return {
    topic: latest.topic,
    times: sum(({ visits }) => visits),
    letBe: sum(({ visits }) => (visits === 0 ? 1 : 0)),
    spentMs: sum(({ spentMs }) => spentMs),
    pointsRecalled: sum(({ pointsRecalled }) => pointsRecalled),
    lastAt: latest.at,
    tangentIds: alike.map(({ id }) => id),
    sessions: [...new Set(alike.map(({ session }) => session))],
  };
}

/** The identity of a topic: the stems of its content words, unordered. */
export function topicKey(topic: string): string {
  const forms = foldForm(topic)
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .filter((form) => form !== '');
  const stopWords = stopWordsFor(topic);
  const content = forms.filter((form) => !stopWords.has(form));
  return [...new Set((content.length > 0 ? content : forms).map(stemOf))].toSorted().join(' ') || topic.trim();
}
