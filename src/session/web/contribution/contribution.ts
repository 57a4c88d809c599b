import type { LucideIcon } from 'lucide-react';
import type { FunctionComponent } from 'react';

import type { LoadedOnce } from '#elements/web/page/load-once.tsx';

import type { MessagePart, PersonMessage, SessionSummary } from '../../protocol.ts';
import type { PageRoute } from './page-route.tsx';
import type { PageQuery, TodayPart } from './today-part.ts';

/** A page that the palette offers to go to. */
interface PageLink {
  readonly to: string;
  readonly label: string;
}

/** An entry of the rail; on a phone, of the bar or of the list behind *More*. */
export interface RailPlace extends PageLink {
  /** Also marks sessions of the mode in lists. */
  readonly icon: LucideIcon;
  /** Its name in the bar on a phone, which has room for four. Places without one are behind *More*. */
  readonly inBar?: string;
  /** Comes after all other places. */
  readonly isLast?: true;
  /** Shows the number of waiting items there; renders nothing if there are none. */
  readonly Count?: FunctionComponent;
}

/** A page of the settings. The shell adds the heading and the links to the other pages. */
interface SettingsEntry extends PageLink {
  readonly page: LoadedOnce<object>;
  /** Earlier addresses that redirect to this page. */
  readonly formerly?: readonly string[];
}

export interface PaletteGroupsProps {
  /** Closes the palette, then runs the action, which goes to another page. */
  readonly choose: (act: () => unknown) => () => void;
}

/** An item that the palette finds for the typed text. */
export interface FoundThing {
  /** Unique in its group. */
  readonly id: string;
  readonly label: string;
  /** A few words beside it. */
  readonly note?: string;
  readonly to: string;
  readonly hash?: string;
}

/** A group of items that the palette finds on the server, best first. */
export interface PaletteFinder {
  readonly heading: string;
  readonly find: (typed: string) => Promise<readonly FoundThing[]>;
}

/** An agent that may answer, and the destination of the messages. */
export interface AnsweringAgent {
  readonly name: string;
  readonly embedded: boolean;
  /** Null for an embedded agent. */
  readonly destination: string | null;
}

/** Everything that a slice adds to the page. The shell combines contributions and names no slice. */
export interface WebContribution {
  readonly place?: RailPlace;
  /** Pages other than those of `settings`. */
  readonly routes?: readonly PageRoute[];
  readonly links?: readonly PageLink[];
  readonly settings?: readonly SettingsEntry[];
  readonly palette?: LoadedOnce<PaletteGroupsProps>;
  /** Searches of the slice that the palette offers. */
  readonly finds?: readonly PaletteFinder[];
  readonly today?: TodayPart;
  /** A button that begins something new, for Today when nothing is due. */
  readonly begin?: FunctionComponent;
  /** Agents that may answer now. The key begins with `AGENTS_KEY`. */
  readonly agents?: PageQuery<readonly AnsweringAgent[]>;
  /** Keys of the queries that a changed summary makes stale. `before`: the summary in the list. */
  readonly staleAfter?: (changed: SessionSummary, before: SessionSummary | undefined) => readonly (readonly string[])[];
  readonly staleAfterNews?: (news: PersonMessage) => readonly (readonly string[])[];
  /** Beside the buttons of a complete message. */
  readonly messageAction?: LoadedOnce<MessageActionProps>;
  /** Small buttons beside selected words in an agent's message. */
  readonly selectionAction?: LoadedOnce<SelectionActionProps>;
  /** A small button for a text of the person, such as a draft. */
  readonly textAction?: LoadedOnce<TextActionProps>;
  /** A button for a whole inner conversation, such as a rabbit hole. */
  readonly conversationAction?: LoadedOnce<ConversationActionProps>;
  /** Opens the dialog that proposes points from a session. */
  readonly rememberSession?: (session: SessionToRemember) => void;
  /** Buttons for the checked sources in the library. */
  readonly checkedSourcesAction?: LoadedOnce<CheckedSourcesProps>;
  /** Buttons of a source, such as one that makes recall points. */
  readonly sourceActions?: LoadedOnce<SourceProps>;
  /** Lines of the reader that list what was made from a source. Renders nothing if there is nothing. */
  readonly madeOfSource?: LoadedOnce<SourceProps>;
  /** A small button for selected words in a source. */
  readonly passageAction?: LoadedOnce<PassageActionProps>;
  /** Answers that the browser stores, so that they can be read without a server. */
  readonly seen?: readonly SeenAnswer[];
  /** Mounted on every page, for items that a key opens anywhere. It is mounted immediately, so it loads them lazily. */
  readonly everywhere?: LoadedOnce<object>;
}

/** Answers to queries whose keys begin with this one. No other answers are stored. */
export interface SeenAnswer {
  readonly queryKey: readonly unknown[];
  /** The part of an answer to store; omitted: all of it. It never contains words of a point. */
  keep?(answer: never): unknown;
}

export interface MessageActionProps {
  readonly session: string;
  readonly messageId: string;
  /** `trunk`, or the rabbit hole of the message. */
  readonly thread: string;
  readonly author: 'person' | 'assistant';
  readonly text: string;
  readonly mode: string;
  readonly parts: readonly MessagePart[];
}

export interface SelectionActionProps {
  readonly session: string;
  readonly thread: string;
  readonly text: string;
  /** Removes the selection and these buttons. */
  readonly onDone: () => void;
}

export interface TextActionProps {
  /**
   * Keeps the text as a source, or finds the source that was made of it earlier. Null if that failed and the person
   * was told why.
   */
  readonly keep: () => Promise<SourceProps | null>;
}

export interface ConversationActionProps {
  readonly session: string;
  readonly thread: string;
  readonly title: string;
  readonly messages: readonly { readonly author: 'person' | 'assistant'; readonly content: string }[];
}

export interface SessionToRemember {
  readonly session: string;
  readonly title: string;
  /** The route that proposes points from it. */
  readonly proposals: `/api/${string}`;
}

export interface CheckedSourcesProps {
  /** In the order in which they were checked. */
  readonly sourceIds: readonly string[];
}

/** A source of the library, as other slices see it. */
export interface SourceProps {
  readonly sourceId: string;
  readonly title: string;
}

export interface PassageActionProps extends SourceProps {
  /** The words as displayed. */
  readonly words: string;
  /** The version of the source, and the range in its text, in UTF-16 offsets. */
  readonly version: number;
  readonly start: number;
  readonly end: number;
  readonly onDone: () => void;
}

/** Every query for agents is read again after another model is chosen. */
export const AGENTS_KEY = 'agents';
