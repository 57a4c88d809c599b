import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';

import { loadOnce } from '#elements/web/page/load-once.tsx';
import { SegmentedChoice } from '#elements/web/segmented-choice.tsx';
import { modeOf } from '#session/domain/active-mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message } from '#session/protocol.ts';
import type { ComposerWords } from '#session/web/composer/composer-words.ts';
import { useConversation } from '#session/web/conversation/conversation-context.ts';
import type { AlternateProviderProps } from '#session/web/inner/inner-mode.ts';
import {
  type SessionExtension,
  SessionExtensionContext,
  useSessionExtension,
} from '#session/web/inner/session-extension.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import type { RenderPart } from '#session/web/transcript/rows/message-parts.tsx';

import { draftOfHash } from '../pane/domain/draft-hash.ts';
import { firstWords } from '../pane/domain/first-words.ts';
import { type Desk, DeskContext } from '../pane/web/desk.ts';
import { DraftCard } from '../pane/web/draft-card.tsx';
import { PlatformChooser } from '../pane/web/platform-chooser.tsx';
import { draftQuery, sessionDraftsQuery } from '../pane/web/queries.ts';
import { TargetChip } from '../pane/web/target-chip.tsx';
import { useDesk } from '../pane/web/use-desk.ts';
import type { ChangeTarget, DraftPart } from '../protocol.ts';

const pane = loadOnce(async () => (await import('../pane/web/draft-pane.tsx')).DraftPane);

const WORDS: ComposerWords = {
  label: 'Your message',
  placeholder: 'Ask for a change, or select text in the draft',
  note: '',
};
const FIRST_WORDS: ComposerWords = { ...WORDS, placeholder: 'Say what to write, and how it begins' };

const MODES = [
  { value: 'explore', name: 'Explore' },
  { value: 'draft', name: 'Draft' },
] as const;
const SIDES = [
  { value: 'chat', name: 'Chat' },
  { value: 'text', name: 'Text' },
] as const;

export function DraftProvider({ children }: AlternateProviderProps) {
  const { view, ask } = useConversation();
  const inside = useSessionExtension();
  const { isInside } = inside;
  const client = useLiveClient();
  const queries = useQueryClient();
  const { state } = view;
  const { session } = state;
  const isDrafting = modeOf(state, TRUNK) === 'draft';
  const isOn = isDrafting && !isInside;
  const desk = useDesk(view, isDrafting);
  const { drafts, shown, show, target, setTarget, saveFirst } = desk;
  const { platform, targets } = drafts;
  // Until the person has chosen a side or sent a message, an existing or loading draft is in front.
  const [chosenSide, setSide] = useState<'chat' | 'text' | 'said' | null>(null);
  const [wasDrafting] = useState(isDrafting);
  const isRead = desk.listed !== undefined || desk.problem !== null;
  // After a message, the conversation is in front until its reply begins a draft.
  const isWriting = view.streaming?.parts?.some(({ type }) => type === 'draft') === true;
  if (chosenSide === 'said' && isWriting) setSide('text');
  const side = chosenSide === 'said' ? 'chat' : (chosenSide ?? (shown || (wasDrafting && !isRead) ? 'text' : 'chat'));

  const say = useCallback(
    (content: string) => {
      setSide('said');
      const send = () => {
        if (!target) return client.say(session, content);
        return client.ask(session, { type: 'change_paragraph', content, ...target }, content);
      };
      setTarget(null);
      const saving = saveFirst();
      if (saving) void saving.catch(() => undefined).then(send);
      else send();
    },
    [client, session, target, setTarget, saveFirst],
  );

  const open = useCallback(
    async (messageId: string, part: DraftPart) => {
      const found = await findVersionOf(queries, { session, messageId, part }).catch(() => null);
      if (found) show(found);
      setSide('text');
      if (!isDrafting) ask({ type: 'set_mode', mode: 'draft' });
    },
    [queries, session, show, isDrafting, ask],
  );
  useLinkedDraft((draftId) => {
    show({ draftId, number: null });
    setSide('text');
    if (!isDrafting) ask({ type: 'set_mode', mode: 'draft' });
  });
  const renderPart = useCallback<RenderPart>(
    (part, { id, status }) => {
      if (part.type !== 'draft') return null;
      const head = part as DraftPart;
      return <DraftCard part={head} onOpen={status === 'streaming' ? undefined : () => void open(id, head)} />;
    },
    [open],
  );
  const asked = useMemo(
    () => new Map(Object.entries(targets).map(([id, each]) => [id, <AskedChange key={id} target={each} />])),
    [targets],
  );
  const { aboutOf: aboutInside } = inside;
  const aboutOf = useCallback(
    (message: Message) => asked.get(message.id) ?? aboutInside?.(message) ?? null,
    [asked, aboutInside],
  );

  const hindrance = state.turn ? 'A reply is under way. Stop it, or wait for its end, then switch.' : null;
  const modes = (close?: () => void) => (
    <SegmentedChoice
      label="Mode"
      options={MODES}
      value={isDrafting ? 'draft' : 'explore'}
      hindrance={hindrance}
      onChoose={(mode) => {
        close?.();
        ask({ type: 'set_mode', mode });
      }}
    />
  );
  const extension: SessionExtension = {
    ...inside,
    isAlternate: isOn,
    header: (
      <>
        {isOn && (
          <div className="min-[1000px]:hidden">
            <SegmentedChoice label="Side" options={SIDES} value={side} onChoose={setSide} />
          </div>
        )}
        {/* A phone has room for one side. */}
        <div className={isOn ? 'max-wide:hidden' : ''}>{modes()}</div>
        {inside.header}
      </>
    ),
    menu: isOn ? (close) => <div className="mt-4 flex wide:hidden">{modes(close)}</div> : undefined,
    words: isOn ? (shown ? WORDS : FIRST_WORDS) : (inside.words ?? null),
    tool: <PlatformChooser platform={platform} ask={ask} />,
    status: target && <TargetChip target={target} onDrop={() => setTarget(null)} />,
    say: isOn ? say : null,
    pane: isOn
      ? {
          content: <pane.Component />,
          isInFront: side === 'text',
        }
      : null,
    renderPart,
    aboutOf,
  };
  return (
    <DeskContext value={desk}>
      <SessionExtensionContext value={extension}>{children}</SessionExtensionContext>
    </DeskContext>
  );
}

/** The part of a draft that a message asks to change. */
function AskedChange({ target: { version, words } }: { readonly target: ChangeTarget }) {
  return (
    <p className="mb-1 max-w-[min(54ch,88%)] self-end truncate pr-1 text-xs text-ink-faint">
      {`About version ${String(version)}: `}
      <span dir="auto">{firstWords(words)}</span>
    </p>
  );
}

/** Opens the draft that the address names, once; then the address becomes that of the session. */
function useLinkedDraft(open: (draftId: string) => void): void {
  const linked = draftOfHash(useLocation({ select: ({ hash }) => hash }));
  const navigate = useNavigate();
  const openLinked = useEffectEvent((draftId: string) => {
    open(draftId);
    void navigate({ to: '.', hash: '', replace: true });
  });
  useEffect(() => {
    if (linked !== null) openLinked(linked);
  }, [linked]);
}

interface Wanted {
  readonly session: string;
  readonly messageId: string;
  readonly part: DraftPart;
}

/** The version that a reply wrote; null if it no longer exists. */
async function findVersionOf(
  queries: QueryClient,
  { session, messageId, part: { platform, title, target } }: Wanted,
): Promise<Desk['shown']> {
  const listed = await queries.fetchQuery(sessionDraftsQuery(session));
  const likely = target
    ? listed.filter(({ id }) => id === target.draftId)
    : listed.filter((draft) => draft.platform === platform);
  const found: { draftId: string; number: number; title: string }[] = [];
  for (const { id } of likely) {
    const { versions } = await queries.fetchQuery(draftQuery(id));
    const version = versions.find((each) => each.messageId === messageId);
    if (version) found.push({ draftId: id, number: version.number, title: version.title });
  }
  // A reply can contain several drafts for one platform.
  const { draftId, number } = found.find((each) => each.title === title) ?? found[0] ?? {};
  return draftId === undefined || number === undefined ? null : { draftId, number };
}
