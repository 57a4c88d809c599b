import { useQueryClient } from '@tanstack/react-query';
import { type ContextType, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { type PageAction, type PageKey, usePageActions, usePageKeys } from '#elements/web/page/page-actions.ts';
import { usePageLight } from '#elements/web/page/page-light.ts';
import { useToast } from '#elements/web/toast.tsx';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message } from '#session/protocol.ts';
import type { ComposerWords } from '#session/web/composer/composer-words.ts';
import type { InnerHost, InnerProviderProps } from '#session/web/inner/inner-mode.ts';
import { type SessionExtension, SessionExtensionContext } from '#session/web/inner/session-extension.ts';
import { useThreadView } from '#session/web/transcript/use-thread-view.ts';

import { quotedTopic } from '../domain/quoted-topic.ts';
import { type Hole, isFound, type Visit } from '../protocol.ts';
import { CutContext } from './cutting/cut-action.tsx';
import { useCut } from './cutting/use-cut.tsx';
import { FindingsDialog } from './findings/findings-dialog.tsx';
import { HoleConversation } from './history/hole-reading.tsx';
import { holeQuery } from './history/queries.ts';
import { Announcement } from './inside/announcement.tsx';
import { FoundIn } from './inside/found-in.tsx';
import { RabbitholeIndicator } from './inside/rabbithole-indicator.tsx';
import { useInsideLines } from './inside/use-inside-lines.tsx';
import { useLeaving } from './inside/use-leaving.tsx';
import { useWaitingQuestion } from './inside/use-waiting-question.ts';
import { useSessionMap } from './map/use-session-map.tsx';
import { RabbitholePrompt } from './prompt/rabbithole-prompt.tsx';
import { useReading } from './reading/use-reading.tsx';
import { useExploreSelected } from './selection/use-explore-selected.tsx';
import { rabbitholesOf, useRabbithole } from './use-rabbithole.ts';
import { useVisitLines } from './visits/use-visit-lines.tsx';

/** Elements that use Escape themselves. */
const USES_ESCAPE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

const INSIDE: ComposerWords = {
  label: 'Ask, or follow it further',
  placeholder: 'Ask, or follow it further',
  note: 'Your session stays as you left it',
};

const NO_KEYS: readonly PageKey[] = [];
const INSIDE_KEYS: readonly PageKey[] = [{ keys: 'Escape', does: 'ask whether to return to the session' }];

/** Provides the rabbit hole parts of a host's screen. */
export function RabbitholeProvider({ host, children }: InnerProviderProps) {
  const { extension, beginCutAt } = useRabbitholeParts(host);
  return (
    <CutContext value={beginCutAt}>
      <SessionExtensionContext value={extension}>{children}</SessionExtensionContext>
    </CutContext>
  );
}

interface RabbitholeParts {
  readonly extension: SessionExtension;
  readonly beginCutAt: ContextType<typeof CutContext>;
}

function useRabbitholeParts(host: InnerHost): RabbitholeParts {
  const { view, isAsking, loadOlder, keep } = host;
  const queries = useQueryClient();
  const { state } = view;
  const { openId, holes } = rabbitholesOf(state);
  const rabbithole = useRabbithole(view);
  const { isInRabbithole: isInside, rabbitholeTopic, rabbitholePrompt: prompt } = rabbithole;
  const { enterRabbithole, exitRabbithole, exitWith, declineRabbithole, isReturning, wasMoved } = rabbithole;
  const isOver = state.status === 'complete';
  const thread = openId ?? TRUNK;
  const from = holes.find(({ id }) => id === openId)?.visits[0]?.enteredSeq ?? 0;
  const threadView = useThreadView(view, { thread, from, loadOlder });
  useMovedWords(thread, wasMoved && !isOver);
  usePageLight(isInside ? 'rabbit-hole' : state.mode);

  const {
    dialog: leavingDialog,
    askToLeave,
    askForFindings,
  } = useLeaving({
    holeId: openId,
    topic: rabbitholeTopic ?? '',
    // A host whose subjects take points leaves its trunk unchanged.
    takesFindings: keep === undefined,
    isReturning,
    onReturn: exitRabbithole,
    onReturnWith: exitWith,
  });
  useReturnOnEscape(isInside && !isReturning, askToLeave);
  usePageKeys(isInside ? INSIDE_KEYS : NO_KEYS);

  const [keptId, setKeptId] = useState<string | null>(null);
  const kept = holes.find(({ id }) => id === keptId);
  const { dialog: readDialog, read } = useReading(view, loadOlder);
  const question = useWaitingQuestion(view);
  const insideLines = useInsideLines(view, question, read);
  const cut = useCut(view, !isInside && !isOver);
  const visitLines = useVisitLines(holes, {
    read,
    keep: setKeptId,
    enter: isOver ? null : enterRabbithole,
    restore: isOver ? null : cut.restore,
  });
  const map = useSessionMap(host, { isInside, read });
  const explore = useExploreSelected(view.state.session, !isInside && !isOver, rabbithole.openRabbithole);

  const actions = useMemo<readonly PageAction[]>(() => {
    if (isReturning) return [];
    if (isInside)
      return [
        { label: 'Return to session', run: exitRabbithole },
        ...(askForFindings ? [{ label: 'Return with findings', run: askForFindings }] : []),
      ];
    if (!prompt) return [];
    return [
      { label: `Explore ${prompt.topic}`, run: () => enterRabbithole(prompt.eventId, prompt.topic) },
      { label: 'Stay on track', run: declineRabbithole },
    ];
  }, [isInside, isReturning, prompt, enterRabbithole, exitRabbithole, askForFindings, declineRabbithole]);
  usePageActions(actions);

  const during = useCallback(
    (on: string) => {
      const topic = holes.find(({ id }) => id === on)?.topic;
      return topic === undefined ? null : <ReplayedHole topic={topic} />;
    },
    [holes],
  );

  const aboutOf = useCallback(
    ({ parts }: Message) => {
      const found = parts?.find(isFound);
      return found ? <FoundIn found={found} onRead={read} /> : null;
    },
    [read],
  );

  const gained = lastStay(holes)?.pointsRecalled ?? 0;
  const extension: SessionExtension = {
    isInside,
    thread,
    wasMoved,
    view: threadView,
    linesOn: (on) => (isInside && on === thread ? insideLines : visitLines(on)),
    end: prompt && !isInside && (
      <RabbitholePrompt
        topic={prompt.topic}
        drawsOn={prompt.drawsOn}
        isAside={isAsking}
        onExplore={() => enterRabbithole(prompt.eventId, prompt.topic)}
        onStay={declineRabbithole}
      />
    ),
    banner: isInside
      ? (tools) => (
          <RabbitholeIndicator
            topic={rabbitholeTopic ?? ''}
            isReturning={isReturning}
            onReturn={exitRabbithole}
            onReturnWith={askForFindings}
          >
            {tools}
          </RabbitholeIndicator>
        )
      : null,
    gained,
    words: isInside ? INSIDE : null,
    answering: isInside
      ? (threadView.state.messages.findLast(({ agent }) => agent !== undefined)?.agent ?? null)
      : null,
    header: map,
    beside: (
      <>
        {leavingDialog}
        {cut.parts}
        {readDialog}
        {kept && keep && (
          <FindingsDialog
            holeId={kept.id}
            visits={kept.visits.length}
            topic={kept.topic}
            open
            onOpenChange={(open) => !open && setKeptId(null)}
            keep={async (points) => {
              const { subjectId } = await queries.fetchQuery(holeQuery(kept.id));
              return keep(points, { topic: kept.topic, subjectId });
            }}
          />
        )}
        {kept && !keep && <KeepInLibrary holeId={kept.id} topic={kept.topic} onClose={() => setKeptId(null)} />}
        {explore}
        <Announcement
          topic={rabbitholeTopic}
          promptTopic={prompt?.topic ?? null}
          recalled={gained}
          question={isAsking ? '' : question}
        />
      </>
    ),
    read,
    during,
    aboutOf,
  };
  return { extension, beginCutAt: cut.beginAt };
}

function lastStay(holes: readonly Hole[]): Visit | undefined {
  const ended = holes.flatMap(({ visits }) => visits).filter(({ exitedSeq }) => exitedSeq !== null);
  return ended.toSorted((one, other) => one.enteredSeq - other.enteredSeq).at(-1);
}

function ReplayedHole({ topic }: { readonly topic: string }) {
  usePageLight('rabbit-hole');
  return (
    <p
      data-mode="rabbit-hole"
      className="flex-none border-b border-line bg-accent-soft px-4 py-2 text-sm font-[550] [overflow-wrap:anywhere] text-accent-text wide:px-6"
    >
      Exploring: <bdi>{topic}</bdi>
    </p>
  );
}

interface KeepInLibraryProps {
  readonly holeId: string;
  readonly topic: string;
  readonly onClose: () => void;
}

/** Keeps the conversation of a rabbit hole as a source, for a host without points. */
function KeepInLibrary({ holeId, topic, onClose }: KeepInLibraryProps) {
  return (
    <Dialog
      title="Keep what I found"
      description={`From ${quotedTopic(topic)}. It goes to your library as a source, and is never taken for your own thought.`}
      onClose={onClose}
    >
      <div className="mt-4">
        <HoleConversation holeId={holeId} />
      </div>
    </Dialog>
  );
}

/** Handles Escape if nothing else uses it. */
export function useReturnOnEscape(isInside: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isInside) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.repeat) return;
      if (document.querySelector(USES_ESCAPE)) return;
      event.preventDefault();
      onEscape();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isInside, onEscape]);
}

/** Announces a change of thread that came from another window. */
export function useMovedWords(thread: string, wasMoved: boolean): void {
  const toast = useToast();
  const shownThread = useRef(thread);
  useEffect(() => {
    if (shownThread.current === thread) return;
    shownThread.current = thread;
    if (!wasMoved) return;
    toast({ text: thread === TRUNK ? 'You returned in another window.' : 'You turned off in another window.' });
  }, [thread, wasMoved, toast]);
}
