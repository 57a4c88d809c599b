import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import { draftKey, readMessageDraft } from '#session/web/composer/draft.ts';
import { useConversation } from '#session/web/conversation/conversation-context.ts';

import type { CardAnswer, CompareCard as Card } from '../../protocol.ts';
import { answersOn, type Choices, isStray, nextOpen, type RowChoice } from './choices.ts';
import { CompareCard, focusRow } from './compare-card.tsx';
import { useChosen } from './use-chosen.ts';
import { useNotifyAnswered } from './use-notify-answered.ts';

const NOTHING: Choices = {};

/** The compare cards of a session, and the person's choices on them. */
export function useCards(cards: readonly Card[], isInside: boolean) {
  const { view, ask, composer, continueWriting } = useConversation();
  const notifyAnswered = useNotifyAnswered();
  const [chosen, setChosen] = useChosen(view.state.session, cards);
  const [current, setCurrent] = useState<string | null>(null);
  const last = cards.at(-1);
  const waiting = last?.isOpen && !isInside ? last : null;
  const choices = (waiting && chosen[waiting.cardId]) ?? NOTHING;
  const currentId =
    waiting && (waiting.rows.some(({ pointId }) => pointId === current) ? current : nextOpen(waiting, {}));

  const send = useCallback(
    ({ cardId, rows }: Card, answers: readonly CardAnswer[]) =>
      ask({ type: 'answer_card', cardId, answers: [...answers] }, (isDone) => {
        if (isDone) notifyAnswered(answers, rows);
      }),
    [ask, notifyAnswered],
  );
  const unsent = useRef<{ readonly cardId: string; readonly made: Choices } | null>(
    waiting && choices !== NOTHING ? { cardId: waiting.cardId, made: choices } : null,
  );
  const said = view.state.messages.findLast(({ author }) => author === 'person')?.id;
  const sent = useRef<{ readonly at: number; readonly said: string | undefined } | null>(null);
  /**
   * Whether an action that decides nothing was meant for the previous card: no message since, and hardly any time has
   * passed.
   */
  const comesTooSoon = useCallback(
    (made: Choices) =>
      sent.current?.said === said && isStray(made, { sentAt: sent.current?.at ?? -Infinity, now: performance.now() }),
    [said],
  );
  const goOnWith = useCallback(
    (card: Card, made: Choices) => {
      sent.current = { at: performance.now(), said };
      unsent.current = null;
      continueWriting();
      send(card, answersOn(card, made));
    },
    [send, continueWriting, said],
  );
  // If a message closes the card, sends its unsent choices.
  useEffect(() => {
    const closed = cards.find(({ cardId, isOpen }) => cardId === unsent.current?.cardId && !isOpen);
    if (!closed || !unsent.current) return;
    const answers = answersOn(closed, unsent.current.made);
    unsent.current = null;
    const isOpen = ({ pointId }: CardAnswer) =>
      closed.rows.some((row) => row.pointId === pointId && (row.isCertain || row.decision === null));
    if (answers.some(isOpen)) send(closed, answers.filter(isOpen));
  }, [cards, send]);
  const goOn = useCallback(
    (all?: 'all') => {
      if (!all && comesTooSoon(choices)) return;
      if (waiting) goOnWith(waiting, all ? { ...allRecalled(waiting), ...choices } : choices);
    },
    [waiting, choices, goOnWith, comesTooSoon],
  );
  /** Sets the choices on a card, sent or not. */
  const choose = useCallback(
    (card: Card, made: Choices) => {
      setChosen({ ...chosen, [card.cardId]: made });
      if (card.isOpen) unsent.current = { cardId: card.cardId, made };
    },
    [chosen, setChosen],
  );
  const decide = useCallback(
    (card: Card, pointId: string, choice: RowChoice | null) => {
      const made = { ...chosen[card.cardId], [pointId]: choice };
      choose(card, made);
      if (!card.isOpen) return send(card, answersOn(card, { [pointId]: choice }));
      if (card.rows.length === 1 && choice) return goOnWith(card, made);
      const next = nextOpen(card, made);
      setCurrent(next ?? pointId);
      const shown = document.querySelector(`[data-card="${CSS.escape(card.cardId)}"]`);
      if (shown?.contains(document.activeElement)) focusRow(shown, next);
    },
    [chosen, choose, send, goOnWith],
  );
  const draft = draftKey(view.state.session, TRUNK);
  const hadFocus = useRef<string | null>(null);
  const takesFocus = useCallback(
    (cardId: string) => hadFocus.current !== cardId && readMessageDraft(draft) === '',
    [draft],
  );
  const onFocusTaken = useCallback((cardId: string) => {
    hadFocus.current = cardId;
  }, []);

  const lines = useMemo(
    () =>
      cards.map((card) => ({
        id: card.cardId,
        seq: card.seq,
        content: (
          <CompareCard
            card={card}
            choices={chosen[card.cardId] ?? NOTHING}
            currentId={card === waiting ? currentId : null}
            onCurrent={setCurrent}
            onChoose={(pointId, choice) => decide(card, pointId, choice)}
            onGoOn={card === waiting ? goOn : undefined}
            onRestore={(made) => choose(card, made)}
            onWrite={(text) => {
              composer.current?.insert(text);
              composer.current?.focus();
            }}
            takesFocus={takesFocus}
            onFocusTaken={onFocusTaken}
          />
        ),
      })),
    [cards, chosen, waiting, currentId, choose, decide, goOn, composer, takesFocus, onFocusTaken],
  );
  /** Enter in the empty field: continues from the waiting card, or else calls `otherwise`. */
  const onEmptyEnter = (otherwise: (() => void) | null) => {
    if (waiting) goOn();
    else if (!comesTooSoon(NOTHING)) otherwise?.();
  };
  return { lines, waiting, onEmptyEnter };
}

function allRecalled({ rows }: Card): Choices {
  const open = rows.filter(({ isCertain }) => !isCertain);
  return Object.fromEntries(open.map(({ pointId }) => [pointId, { isRecalled: true }]));
}
