import { useMemo } from 'react';

import { lastSpoken } from '#session/domain/conversation-order.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

const MAX_QUOTE_LENGTH = 140;
/** A shorter question often refers to an adjacent sentence, so both are quoted. */
const SHORT_QUESTION = 60;

/** The pending question of the trunk as a quote; can be empty. */
export function useWaitingQuestion({ state, older }: OpenSession): string {
  return useMemo(() => {
    const last = lastSpoken([...older, ...state.messages].filter(({ thread }) => thread === TRUNK));
    const isAsked = last?.author === 'assistant' && last.status === 'complete';
    return isAsked ? lastQuestion(last.content) : '';
  }, [state.messages, older]);
}

/** A quote of a message that fits one row: its last question, or its last sentence. */
export function lastQuestion(text: string): string {
  const spoken = sentencesIn(text);
  const index = spoken.findLastIndex((sentence) => /\?["”’)]*$/u.test(sentence));
  const question = spoken[index];
  if (question === undefined) return cutQuote(spoken.at(-1) ?? '');
  if (question.length > SHORT_QUESTION) return cutQuote(question);
  const after = spoken.slice(index + 1).join(' ');
  const shown = /^[“„«"].*?(?:[”“»"]|$)/u.exec(after)?.[0];
  if (shown !== undefined) return cutQuote(`${question} ${shown}`);
  const before = spoken[index - 1] ?? '';
  const together = `${before} ${question}`;
  return /^[“„«"].*[”“»"]$/u.test(before) && together.length <= MAX_QUOTE_LENGTH ? together : question;
}

function sentencesIn(text: string): readonly string[] {
  return sentencesOf(plainText(text).replace(/\s+/gu, ' '))
    .map((sentence) => sentence.text.trim())
    .filter((sentence) => sentence !== '');
}

function cutQuote(words: string): string {
  if (words.length <= MAX_QUOTE_LENGTH) return words;
  const start = words.slice(0, MAX_QUOTE_LENGTH);
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), MAX_QUOTE_LENGTH / 2))}…`;
}
