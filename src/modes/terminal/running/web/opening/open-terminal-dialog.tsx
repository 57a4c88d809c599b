import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { giveTyped, keepTyping } from '#elements/web/focus/typed-ahead.ts';
import { FormActions } from '#elements/web/form-actions.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { ApiProblem, messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';
import { sessionPath } from '#session/web/session-path.ts';

import { PERMISSION_MODES } from '../../../chat/domain/shown/permission-modes.ts';
import type { AgentName, PermissionMode, Program, TerminalsAnswer } from '../../../protocol.ts';
import { agentTitle } from '../../domain/agents.ts';
import { makeWorktree, openTerminal, terminalsQuery, worktreeProposalQuery } from '../queries.ts';
import { FolderPicker } from './folder-picker.tsx';
import { type ChosenLibrary, LibraryChoice, libraryFor, rememberLibrary } from './library-choice.tsx';
import { wordsOf } from './words-of.ts';
import { branchOf, type ChosenWorktree, WorktreeChoice } from './worktree-choice.tsx';

interface OpenTerminalDialogProps {
  readonly known: TerminalsAnswer;
  /** A session of Claude Code to resume or to fork. */
  readonly old?: {
    readonly claudeSession: string;
    readonly isFork: boolean;
    readonly folder: string | null;
    readonly title: string;
  };
  readonly onClose: () => void;
}

/** Fields that show their own errors. */
const OF_FIELDS: readonly string[] = ['folder', 'branch', 'program.command', 'library'];

export function OpenTerminalDialog({ known, old, onClose }: OpenTerminalDialogProps) {
  const { claude, agents, home, shell, recentFolders } = known;
  const [kind, setKind] = useState<'claude' | 'command' | AgentName>(claude === null ? 'command' : 'claude');
  const [folder, setFolder] = useState(old?.folder ?? recentFolders[0] ?? home);
  // The same id for a second attempt, so that no second terminal opens.
  const [id] = useState(newId);
  const [name, setName] = useState(old?.title ?? '');
  const [chosen, setChosen] = useState<ChosenWorktree | null>(null);
  const [library, setLibrary] = useState<ChosenLibrary | null>(null);
  const queries = useQueryClient();
  /** Waits for the repository's proposal before it opens. A second attempt does not make the worktree again. */
  async function open(terminal: Parameters<typeof openTerminal>[0]) {
    if (old !== undefined) return openTerminal(terminal);
    const proposed = await queries.fetchQuery(worktreeProposalQuery(folder));
    const branch = branchOf(proposed, { name, chosen });
    if (!proposed.repository || branch === null) return openTerminal(terminal);
    const made = await makeWorktree({ folder, branch });
    setFolder(made.folder);
    setChosen({ repository: proposed.repository.id, isWanted: false, written: null });
    return await openTerminal({ ...terminal, folder: made.folder });
  }
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: open,
    onMutate: keepTyping,
    onError: giveTyped,
    async onSuccess({ session }) {
      void queries.invalidateQueries({ queryKey: terminalsQuery.queryKey });
      onClose();
      await navigate({ to: sessionPath(session) });
    },
  });
  const field = error instanceof ApiProblem ? error.detail.field : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const model = formText(form, 'model').trim();
    const title = name.trim();
    const program: Program =
      kind === 'command'
        ? { kind, command: wordsOf(formText(form, 'command')) }
        : kind !== 'claude'
          ? { kind: 'agent', agent: kind, arguments: wordsOf(formText(form, 'arguments')) }
          : {
              kind,
              model: model === '' ? null : model,
              permissionMode: formText(form, 'permissionMode') as PermissionMode,
              arguments: wordsOf(formText(form, 'arguments')),
              hasExactText: new FormData(form).has('hasExactText'),
              resume: old ? { claudeSession: old.claudeSession, isFork: old.isFork } : null,
            };
    const wish = kind === 'claude' ? libraryFor(folder, library) : null;
    if (kind === 'claude') rememberLibrary(folder, wish);
    mutate({
      id,
      folder,
      program,
      library: wish,
      billsKey: new FormData(form).has('billsKey'),
      ...(title !== '' && { title }),
    });
  };
  return (
    <Dialog
      title={old ? (old.isFork ? 'Fork the session' : 'Resume the session') : 'New session'}
      description={
        old?.isFork === false
          ? 'It runs on the server, with its account. A session that ran here before goes on in its terminal, as that was opened.'
          : 'It runs on the server, with the account of the server.'
      }
      onClose={onClose}
    >
      <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <fieldset hidden={old !== undefined}>
          <legend className="mb-1 text-sm font-medium">Program</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {(['claude', ...agents, 'command'] as const).map((each) => (
              <label key={each} className="flex items-center gap-2">
                <input
                  type="radio"
                  name="kind"
                  value={each}
                  checked={kind === each}
                  disabled={each === 'claude' && claude === null}
                  onChange={() => setKind(each)}
                />
                {each === 'claude' ? 'Claude Code' : each === 'command' ? 'A shell or a command' : agentTitle(each)}
              </label>
            ))}
          </div>
          {claude === null && (
            <p className="mt-1.5 text-sm text-ink-faint">
              Claude Code was not found. Install it with <code>npm install -g @anthropic-ai/claude-code</code>, or set
              WARREN_CLAUDE to its path.
            </p>
          )}
        </fieldset>
        <FolderPicker
          value={folder}
          recent={recentFolders}
          problem={field === 'folder' && error ? messageOf(error) : undefined}
          onChange={setFolder}
        />
        {old === undefined && (
          <WorktreeChoice
            folder={folder}
            name={name}
            chosen={chosen}
            onChoose={setChosen}
            problem={field === 'branch' && error ? messageOf(error) : undefined}
          />
        )}
        {kind === 'claude' ? (
          <>
            <div>
              <label htmlFor="permission-mode" className="mb-1 block text-sm font-medium">
                Permissions
              </label>
              <select
                id="permission-mode"
                name="permissionMode"
                className="w-full rounded-small border border-line-strong bg-surface px-3 py-2"
              >
                {PERMISSION_MODES.map(({ mode, does }) => (
                  <option key={mode} value={mode}>
                    {does}
                  </option>
                ))}
              </select>
            </div>
            <LibraryChoice
              folder={folder}
              chosen={library}
              problem={field === 'library' && error ? messageOf(error) : undefined}
              onChoose={setLibrary}
            />
            <details className="group">
              <summary className="cursor-pointer text-sm text-ink-soft">Model, arguments and keys</summary>
              <div className="mt-3 flex flex-col gap-4">
                <TextField label="Model" name="model" help="Its own choice if empty." />
                <TextField label="Arguments" name="arguments" help="As in a shell; nothing is expanded." />
                <label className="flex items-start gap-2 text-sm">
                  <input type="checkbox" name="hasExactText" className="mt-1" />
                  <span>
                    Exact text, by paragraph: the chat gets each paragraph as it was written, not as the screen shows
                    it. The terminal then shows a paragraph only once it is complete.
                  </span>
                </label>
                <BillsKey />
              </div>
            </details>
          </>
        ) : kind !== 'command' ? (
          <>
            <p className="text-sm text-ink-faint">
              {agentTitle(kind)} runs in a terminal, without a chat: Warren tells only that it writes, rings or is
              silent.
            </p>
            <TextField label="Arguments" name="arguments" help="As in a shell; nothing is expanded." />
            <BillsKey />
          </>
        ) : (
          <TextField
            label="Command"
            name="command"
            placeholder={shell}
            help="Empty for the shell. As in a shell; nothing is expanded."
            problem={field === 'program.command' && error ? messageOf(error) : undefined}
          />
        )}
        <TextField
          label="Name"
          name="title"
          maxLength={200}
          help="The folder’s if empty."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {(field === undefined || !OF_FIELDS.includes(field)) && <FailureText error={error} />}
        <FormActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isPending}>
            Start
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}

function BillsKey() {
  return (
    <label className="flex items-start gap-2 text-sm">
      <input type="checkbox" name="billsKey" className="mt-1" />
      <span>Bill the API key that the server was started with, instead of the plan that is signed in.</span>
    </label>
  );
}
