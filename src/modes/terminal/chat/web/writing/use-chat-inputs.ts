import { useCallback, useEffect, useRef, useState } from 'react';

import { allStored, storedJson } from '#elements/web/page/stored.ts';
import type { CommandProblem } from '#session/web/client/live-client.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import { newId } from '#session/web/new-id.ts';

import {
  type ChatInput,
  confirmedBy,
  isCommand,
  isNotTyped,
  restoredInput,
  type SaidMessage,
} from '../../domain/shown/chat-input.ts';

/** Each input has its own storage key, so two windows of a session do not overwrite each other's inputs. */
const prefixOf = (session: string) => `warren.chat-input.${session}.`;
const stored = (session: string, id: string) => storedJson<ChatInput>('localStorage', prefixOf(session) + id);

/** Time without confirmation after which the person can send an input again. */
const CONFIRMED_WITHIN_MS = 10_000;
/** Time after which the terminal has taken a command, or shows the panel that it opened. */
const COMMAND_WITHIN_MS = 3_000;

interface ChatInputsOptions {
  readonly said: readonly SaidMessage[];
  readonly hasEnded: boolean;
  /** Called if nothing of a text was typed. Returns true if the composer has taken the text back. */
  readonly onNotTyped: (content: string, why: NotTypedReason) => boolean;
}

export interface NotTypedReason {
  readonly reason: string | undefined;
  readonly words: string;
}

/** The inputs of the chat that Claude Code has not confirmed. They survive a reload. */
export function useChatInputs(session: string, { said, hasEnded, onNotTyped }: ChatInputsOptions) {
  const client = useLiveClient();
  const [all, setAll] = useState<readonly ChatInput[]>(() => storedInputs(session));
  const change = useCallback(
    (id: string, changed: Partial<ChatInput>) =>
      setAll((known) => known.map((input) => (input.id === id ? { ...input, ...changed } : input))),
    [],
  );
  const forget = useCallback((id: string) => setAll((known) => known.filter((input) => input.id !== id)), []);
  const notTyped = useRef(onNotTyped);
  useEffect(() => {
    notTyped.current = onNotTyped;
  });
  const latest = said.reduce((seq, message) => Math.max(seq, message.seq), 0);
  const type = useCallback(
    ({ id, content }: ChatInput, withDraft?: string) => {
      const request = { type: 'chat_input' as const, content, ...(withDraft !== undefined && { withDraft }) };
      client.request(session, request).then(
        () => change(id, { state: 'sent', since: Date.now() }),
        ({ reason, field, message }: CommandProblem) => {
          if (isNotTyped(reason) && notTyped.current(content, { reason, words: message })) forget(id);
          else if (reason === 'draft') change(id, { state: 'draft', words: field ?? message });
          else change(id, { state: reason === 'unconfirmed' ? 'unconfirmed' : 'refused', words: message });
        },
      );
    },
    [client, session, change, forget],
  );
  const send = useCallback(
    (content: string) => {
      const input: ChatInput = { id: newId(), content, state: 'sending', words: '', after: latest, since: Date.now() };
      setAll((known) => [...known, input]);
      type(input);
    },
    [type, latest],
  );
  const sendAgain = useCallback(
    (input: ChatInput, withDraft?: string) => {
      change(input.id, { state: 'sending', words: '' });
      type(input, withDraft);
    },
    [type, change],
  );
  const drop = useCallback(
    (input: ChatInput) => {
      forget(input.id);
      return input.content;
    },
    [forget],
  );

  const confirmed = confirmedBy(all, said, hasEnded);
  const inputs = confirmed.size === 0 ? all : all.filter(({ id }) => !confirmed.has(id));
  if (confirmed.size > 0) setAll(inputs);
  const kept = useRef<readonly ChatInput[]>([]);
  useEffect(() => {
    for (const { id } of kept.current) if (!inputs.some((input) => input.id === id)) stored(session, id).write(null);
    for (const input of inputs) stored(session, input.id).write(input);
    kept.current = inputs;
  }, [session, inputs]);
  const waiting = inputs.find(({ state }) => state === 'sent');
  useEffect(() => {
    if (!waiting) return undefined;
    const within = isCommand(waiting.content) ? COMMAND_WITHIN_MS : CONFIRMED_WITHIN_MS;
    const rest = Math.max(0, waiting.since + within - Date.now());
    const timer = setTimeout(() => change(waiting.id, { state: 'unconfirmed' }), rest);
    return () => clearTimeout(timer);
  }, [waiting, change]);
  return {
    inputs,
    send,
    /** Types a message again, with the draft in the terminal if the person chose that. */
    sendAgain,
    /** Removes a message and returns its text. */
    drop,
  };
}

/** The inputs that were unconfirmed when the page was left, oldest first. */
function storedInputs(session: string): readonly ChatInput[] {
  const now = Date.now();
  return allStored<Partial<ChatInput>>(prefixOf(session))
    .flatMap((stored) => restoredInput(stored, now) ?? [])
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
