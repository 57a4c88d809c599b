import { useCallback, useEffect, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { caretAtEnd } from '#elements/web/focus/typed-ahead.ts';
import { api } from '#http-client/web/api.ts';
import { useConnectionStatus } from '#session/web/use-session.ts';

import type { SavedText } from '../../../protocol.ts';
import { Autosave, type AutosaveDependencies, type SaveStatus } from './autosave.ts';
import { holdEdit } from './edit-lock.ts';
import type { UnsavedEdit } from './stored-edit.ts';

interface EditorProps {
  readonly draftId: string;
  readonly begun: UnsavedEdit;
  /** The words are unsaved ones of an earlier stay. */
  readonly isKept: boolean;
  readonly onText: (text: string) => void;
  readonly onSaved: (saved: SavedText) => void;
  /** `save` is called before a message is sent. */
  readonly onBeforeSaying: (save: (() => Promise<void> | null) | null) => void;
  /** `saved`: the result of the last save; null without one. Not called while something is unsaved. */
  readonly onDone: (saved: SavedText | null) => void;
  readonly pauseMs?: number;
  readonly retryMs?: number;
}

/** The editor of a draft as Markdown, which saves changes automatically. */
export function Editor(props: EditorProps) {
  const { draftId, begun, isKept, onText, onSaved, onBeforeSaying, onDone } = props;
  const [title, setTitle] = useState(begun.title);
  const [text, setText] = useState(begun.text);
  const [status, setStatus] = useState<SaveStatus>({ is: isKept ? 'waiting' : 'saved' });
  const [hasChanged, setChanged] = useState(isKept);
  const isLive = useConnectionStatus() === 'live';
  const [autosave] = useState(
    () =>
      new Autosave(
        {
          draftId,
          save: (request) => api<SavedText>('PUT', `/api/drafts/${draftId}/text`, request),
          onStatus: setStatus,
          onSaved,
          ...timesOf(props),
        },
        begun,
        isKept,
      ),
  );
  useEffect(() => holdEdit(begun.editing), [begun.editing]);
  useEffect(() => {
    if (isKept || isLive) void autosave.flush();
  }, [autosave, isKept, isLive]);
  const end = useRef(onDone);
  useEffect(() => {
    end.current = onDone;
  });
  const done = useCallback((): Promise<void> | null => {
    const finish = () => {
      if (autosave.isSaved) end.current(autosave.answer);
    };
    const saving = autosave.flush();
    if (!saving) finish();
    return saving?.then(finish) ?? null;
  }, [autosave]);
  useEffect(() => {
    // The pane then shows the answer instead of the editor.
    onBeforeSaying(done);
    const leave = () => void autosave.flush();
    document.addEventListener('visibilitychange', leave);
    addEventListener('pagehide', leave);
    return () => {
      onBeforeSaying(null);
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('pagehide', leave);
      autosave.close();
    };
  }, [autosave, done, onBeforeSaying]);

  const write = (written: { readonly title: string; readonly text: string }) => {
    setTitle(written.title);
    setText(written.text);
    setChanged(true);
    onText(written.text);
    autosave.write({ ...written, title: written.title.trim() === '' ? begun.title : written.title.trim() });
  };
  const leave = () => void autosave.flush();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 flex-none items-center gap-2 px-4 wide:px-10">
        <output className="min-w-0 flex-1 text-sm text-ink-faint">{hasChanged ? wordsOf(status) : 'Markdown'}</output>
        {(status.is === 'unreachable' || status.is === 'refused') && (
          <Button className="min-h-[28px] px-2.5 py-0.5" onClick={() => autosave.write({ title, text })}>
            Save again
          </Button>
        )}
        <Button className="min-h-[28px] px-2.5 py-0.5" onClick={() => void done()}>
          Done
        </Button>
      </div>
      <div className="min-h-0 flex-1 scrolls px-4 pb-8 wide:px-10">
        <input
          dir="auto"
          aria-label="Title"
          value={title}
          maxLength={120}
          onChange={({ target }) => write({ title: target.value, text })}
          onBlur={leave}
          className="mb-2 block w-full max-w-[62ch] border-b border-line bg-transparent py-1 font-serif text-lg font-semibold"
        />
        <textarea
          dir="auto"
          aria-label="Text of the draft"
          value={text}
          maxLength={200_000}
          rows={12}
          // It was asked for.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          ref={caretAtEnd}
          onChange={({ target }) => write({ title, text: target.value })}
          onBlur={leave}
          className="plain-shaping field-sizing-content block min-h-[16rem] w-full max-w-[62ch] resize-none bg-transparent py-2 font-serif text-read leading-[1.62]"
        />
      </div>
    </div>
  );
}

function timesOf({ pauseMs, retryMs }: EditorProps): Pick<AutosaveDependencies, 'pauseMs' | 'retryMs'> {
  return { ...(pauseMs !== undefined && { pauseMs }), ...(retryMs !== undefined && { retryMs }) };
}

function wordsOf(status: SaveStatus): string {
  switch (status.is) {
    case 'saved':
      return 'Saved';
    case 'waiting':
    case 'saving':
      return 'Saving';
    case 'unreachable':
      return 'Not saved yet: Warren cannot be reached. Your words are kept in this browser.';
    case 'refused':
      return `Not saved: ${status.message} Your words are kept in this browser.`;
  }
}
