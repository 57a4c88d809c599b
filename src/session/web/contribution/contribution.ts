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

/** An entry of the rail, and on a phone of the bar or of the list behind it. */
export interface RailPlace extends PageLink {
  /** Also marks the sessions of the mode in lists. */
  readonly icon: LucideIcon;
  /** Its name in the bar on a phone, which has room for four. The places without one are behind *More*. */
  readonly inBar?: string;
  /** Stands behind the places of all others. */
  readonly isLast?: true;
  /** Shows the number of things that wait there; renders nothing if there are none. */
  readonly Count?: FunctionComponent;
}

/** A page of the settings. The shell adds the heading and the way to the other pages. */
interface SettingsEntry extends PageLink {
  readonly page: LoadedOnce<object>;
  /** Addresses of pages that it took in. They lead to it. */
  readonly formerly?: readonly string[];
}

export interface PaletteGroupsProps {
  /** Closes the palette, then runs the action, which goes to another page. */
  readonly choose: (act: () => unknown) => () => void;
}

/** Something that the palette finds for what is typed. */
export interface FoundThing {
  /** Unique in its group. */
  readonly id: string;
  readonly label: string;
  /** A few words beside it. */
  readonly note?: string;
  readonly to: string;
  readonly hash?: string;
}

/** A group of what the palette finds on the server, best first. */
export interface PaletteFinder {
  readonly heading: string;
  readonly find: (typed: string) => Promise<readonly FoundThing[]>;
}

/** An agent that may answer, and where it sends what is said. */
export interface AnsweringAgent {
  readonly name: string;
  readonly embedded: boolean;
  /** Null for an embedded agent. */
  readonly destination: string | null;
}

/** Everything that a slice adds to the page. The shell puts contributions together and knows no slice by name. */
export interface WebContribution {
  readonly place?: RailPlace;
  /** Pages other than those of `settings`. */
  readonly routes?: readonly PageRoute[];
  readonly links?: readonly PageLink[];
  readonly settings?: readonly SettingsEntry[];
  readonly palette?: LoadedOnce<PaletteGroupsProps>;
  /** What the palette finds among many things of the slice. */
  readonly finds?: readonly PaletteFinder[];
  readonly today?: TodayPart;
  /** A button that begins something new, for Today when nothing is due. */
  readonly begin?: FunctionComponent;
  /** Agents that may answer now. The key begins with `AGENTS_KEY`. */
  readonly agents?: PageQuery<readonly AnsweringAgent[]>;
  /** Keys of the queries that a changed summary makes stale. `before`: the summary that was listed. */
  readonly staleAfter?: (changed: SessionSummary, before: SessionSummary | undefined) => readonly (readonly string[])[];
  readonly staleAfterNews?: (news: PersonMessage) => readonly (readonly string[])[];
  /** Beside the buttons of a complete message. */
  readonly messageAction?: LoadedOnce<MessageActionProps>;
  /** Small buttons beside words that are selected in an agent's message. */
  readonly selectionAction?: LoadedOnce<SelectionActionProps>;
  /** A small button of a text that the person has made, such as a draft. */
  readonly textAction?: LoadedOnce<TextActionProps>;
  /** A button of a whole inner conversation, such as a rabbit hole. */
  readonly conversationAction?: LoadedOnce<ConversationActionProps>;
  /** Opens the dialog that asks what of a session is worth remembering. */
  readonly rememberSession?: (session: SessionToRemember) => void;
  /** Buttons for the sources that are checked in the library. */
  readonly checkedSourcesAction?: LoadedOnce<CheckedSourcesProps>;
  /** Buttons of a source, such as for making recall points. */
  readonly sourceActions?: LoadedOnce<SourceProps>;
  /** Lines of the reader about what was made of a source. Renders nothing if there is nothing. */
  readonly madeOfSource?: LoadedOnce<SourceProps>;
  /** A small button for selected words of a source. */
  readonly passageAction?: LoadedOnce<PassageActionProps>;
  /** Answers that the browser keeps, to be read without a server. */
  readonly seen?: readonly SeenAnswer[];
  /** Stands on every page, for what a key opens from anywhere. It is there at once, so it loads what it opens. */
  readonly everywhere?: LoadedOnce<object>;
}

/** Answers to queries whose keys begin with this one. No other is kept. */
export interface SeenAnswer {
  readonly queryKey: readonly unknown[];
  /** What is kept of an answer; omitted: all of it. It never has words of a point. */
  keep?(answer: never): unknown;
}

export interface MessageActionProps {
  readonly session: string;
  readonly messageId: string;
  /** `trunk`, or the rabbit hole that it was said in. */
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
  /** Takes the selection and these buttons away. */
  readonly onDone: () => void;
}

export interface TextActionProps {
  /**
   * Keeps the text as a source, or finds the one that it was kept as. Null if that failed and the person was told why.
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
  /** The address that proposes points of it. */
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
  /** As one reads them. */
  readonly words: string;
  /** The version of the source, and the range in its text, as UTF-16 offsets. */
  readonly version: number;
  readonly start: number;
  readonly end: number;
  readonly onDone: () => void;
}

/** Every query for agents is read again once another model is chosen. */
export const AGENTS_KEY = 'agents';
