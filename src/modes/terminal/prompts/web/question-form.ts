import { withHiddenShown } from '#text/domain/hidden-characters.ts';

import { answersOf, type Chosen, isAnswered, type Question } from '../../chat/domain/shown/questions.ts';
import { element } from './element.ts';

/** Questions with their choices: one or several of each, or an answer in one's own words. */
export function questionForm(questions: readonly Question[], onAnswer: (answers: Record<string, string>) => void) {
  const parts = questions.map(questionPart);
  const problem = element('p', { className: 'problem', role: 'alert' });
  const form = element(
    'form',
    { id: 'questions', noValidate: true },
    ...parts.map(({ fieldset }) => fieldset),
    problem,
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const chosen = parts.map(({ read }) => read());
    const isWhole = chosen.every(isAnswered);
    problem.textContent = isWhole ? '' : 'Answer every question first.';
    if (isWhole) onAnswer(answersOf(questions, chosen));
  };
  return form;
}

function questionPart({ question, options, isMultiple }: Question, index: number) {
  const choice = (words: string, description = '') => {
    const input = element('input', { type: isMultiple ? 'checkbox' : 'radio', name: `question-${String(index)}` });
    const said = element('span', { dir: 'auto' }, withHiddenShown(words));
    if (description !== '') said.append(element('small', {}, withHiddenShown(description)));
    return { input, words, label: element('label', {}, input, said) };
  };
  const choices = options.map(({ label, description }) => choice(label, description));
  const other = choice('Other');
  const words = element('input', { type: 'text', hidden: true, dir: 'auto', ariaLabel: `Other: ${question}` });
  const fieldset = element(
    'fieldset',
    {
      onchange: () => {
        const wasHidden = words.hidden;
        words.hidden = !other.input.checked;
        if (wasHidden && !words.hidden) words.focus();
      },
    },
    element('legend', { dir: 'auto' }, withHiddenShown(question)),
    ...choices.map(({ label }) => label),
    other.label,
    words,
  );
  const read = (): Chosen => ({
    labels: choices.flatMap(({ input, words: label }) => (input.checked ? [label] : [])),
    other: other.input.checked ? words.value : null,
  });
  return { fieldset, read };
}
