import { signInFirst } from '#elements/web/page/after-sign-in.ts';
import { api, ApiProblem, messageOf } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';
import { sessionPath } from '#session/web/session-path.ts';

import { resolvedInWords } from '../../chat/domain/shown/prompt-titles.ts';
import { questionsOf } from '../../chat/domain/shown/questions.ts';
import { fromNowOnInWords } from '../domain/from-now-on.ts';
import type { PromptAnswer, PromptsAnswer, ShownPrompt } from '../protocol.ts';
import { button, element } from './element.ts';
import { promptBody, promptHead } from './prompt-parts.ts';
import { questionForm } from './question-form.ts';

type Given = Pick<PromptAnswer, 'behavior' | 'message' | 'answers' | 'suggestions'>;

const DONE = { allow: 'Allowed', deny: 'Denied' } as const;

/** Shows the prompt that its address names, and takes its answer. Nothing answers it by default. */
export class AnswerPage {
  readonly #root: HTMLElement;
  /** The prompt on the page, as the server sent it. */
  #shown: ShownPrompt | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Loads and shows the prompt, below a problem. */
  async load(problem: string | null = null): Promise<void> {
    this.#shown = null;
    try {
      this.#show(await this.#read(), problem);
    } catch (error) {
      if (error instanceof ApiProblem && error.kind === 'signed-out') signInFirst();
      else this.#end('Claude Code cannot be answered here', messageOf(error), [this.#again()]);
    }
  }

  /** Shows the prompt again if it was answered or has changed. Otherwise, keeps what the person types. */
  async look(): Promise<void> {
    const shown = this.#shown;
    const known = shown && (await this.#read().catch(() => null));
    if (known && !known.prompts.some((each) => each.shown === shown.shown && each.permissionId === shown.permissionId))
      this.#show(known);
  }

  get #address(): readonly [session: string, permissionId: string] {
    const [session = '', permissionId = ''] = location.hash.slice(1).split('/');
    return [session, permissionId];
  }

  #read(): Promise<PromptsAnswer> {
    return api<PromptsAnswer>('GET', `/api/sessions/${encodeURIComponent(this.#address[0])}/prompts`);
  }

  #show(known: PromptsAnswer, problem: string | null = null): void {
    const { prompts, answered, isRunning } = known;
    const [, permissionId] = this.#address;
    const prompt = prompts.find((each) => each.permissionId === permissionId);
    if (prompt) return this.#ask(known, prompt, problem);
    const how = answered?.permissionId === permissionId ? `${resolvedInWords(answered)}.` : '';
    const rest = isRunning ? '' : 'Claude Code does not run in this terminal any more.';
    this.#end('This was answered already', [how, rest].join(' ').trim(), this.#others(prompts));
  }

  #ask(known: PromptsAnswer, prompt: ShownPrompt, problem: string | null): void {
    this.#shown = prompt;
    const { toolName, toolInput } = prompt;
    // During an upgrade, an older server beside a newer one sends no suggestions.
    const suggestions = (prompt as Partial<ShownPrompt>).suggestions ?? [];
    const isQuestion = toolName === 'AskUserQuestion';
    const isPlan = toolName === 'ExitPlanMode';
    const send = (given: Given) => void this.#send(known, prompt, given);
    const reason = element('textarea', { rows: 2, maxLength: 10_000, dir: 'auto' });
    const why = element('label', { hidden: true }, 'What should it do instead? (optional)', reason);
    const deny = button(isPlan ? 'Keep planning' : isQuestion ? 'Do not answer' : 'Deny', 'large', () => {
      const message = why.hidden ? '' : reason.value.trim();
      send({ behavior: 'deny', ...(message !== '' && { message }) });
    });
    const allow = isQuestion
      ? element('button', { type: 'submit', className: 'large primary' }, 'Answer')
      : button(isPlan ? 'Go ahead with the plan' : 'Allow once', 'large primary', () => send({ behavior: 'allow' }));
    const fromNowOn = isQuestion ? null : fromNowOnInWords(isPlan ? 'Go ahead' : 'Allow', suggestions);
    const allowAlways =
      fromNowOn === null
        ? null
        : button(fromNowOn, 'quiet', () =>
            send({ behavior: 'allow', suggestions: suggestions.map((_, index) => index) }),
          );
    const withReason = `${deny.textContent} and say why`;
    const sayWhy = button(withReason, 'quiet', () => {
      why.hidden = !why.hidden;
      // The reason belongs to a denial, and an allowance would lose it.
      allow.hidden = !why.hidden;
      if (allowAlways) allowAlways.hidden = !why.hidden;
      sayWhy.textContent = why.hidden ? withReason : 'Back';
      if (!why.hidden) reason.focus();
    });
    if (isQuestion) allow.setAttribute('form', 'questions');
    const body = isQuestion
      ? [questionForm(questionsOf(toolInput), (answers) => send({ behavior: 'allow', answers }))]
      : promptBody(known, prompt);
    this.#fill(
      [...promptHead(known, prompt), ...body],
      [
        problem === null ? null : element('p', { className: 'problem', role: 'alert' }, problem),
        why,
        allow,
        deny,
        allowAlways,
        element('div', { className: 'beside' }, sayWhy, this.#session()),
      ],
    );
  }

  async #send(known: PromptsAnswer, { permissionId, shown }: ShownPrompt, given: Given): Promise<void> {
    const [session] = this.#address;
    const buttons = this.#root.querySelectorAll('button');
    for (const each of buttons) each.disabled = true;
    try {
      const answer: PromptAnswer = { id: newId(), permissionId, shown, ...given };
      await api('POST', `/api/sessions/${encodeURIComponent(session)}/prompts/answer`, answer);
      this.#shown = null;
      const others = this.#others(known.prompts.filter((each) => each.permissionId !== permissionId));
      this.#end(given.answers ? 'Answered' : DONE[given.behavior], 'Claude Code goes on.', others);
    } catch (error) {
      if (error instanceof ApiProblem && error.kind === 'signed-out') signInFirst();
      // Keep what the person typed, unless the prompt has changed.
      else if (error instanceof ApiProblem && error.kind === 'refused') await this.load(messageOf(error));
      else {
        for (const each of buttons) each.disabled = false;
        const place = this.#root.querySelector('footer');
        place?.querySelector('.problem')?.remove();
        place?.prepend(element('p', { className: 'problem', role: 'alert' }, messageOf(error)));
      }
    }
  }

  /** A link to the prompt that has waited longest. */
  #others([next]: readonly ShownPrompt[]): readonly HTMLElement[] {
    if (!next) return [];
    const [session] = this.#address;
    return [element('a', { className: 'large', href: `#${session}/${next.permissionId}` }, 'Another one waits')];
  }

  #again = () => button('Try again', 'large', () => void this.load());

  #session = (className = 'quiet') =>
    element('a', { className, href: sessionPath(this.#address[0]) }, 'Open the session');

  /** Shows that there is nothing left to decide. */
  #end(heading: string, words: string, ways: readonly HTMLElement[]): void {
    const title = element('h1', { tabIndex: -1 }, heading);
    this.#fill([title, element('p', {}, words)], [...ways, this.#session('large')]);
    title.focus();
  }

  #fill(content: readonly HTMLElement[], ways: readonly (HTMLElement | null)[]): void {
    this.#root.replaceChildren(element('div', { className: 'content' }, ...content), element('footer', {}, ...ways));
    document.title = `${this.#root.querySelector('h1')?.textContent ?? ''} · Warren`;
  }
}
