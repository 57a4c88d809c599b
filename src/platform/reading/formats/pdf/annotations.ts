/** An annotation of a page, as pdf.js returns it. */
export interface Annotation {
  /** `Widget`: a form field. */
  readonly subtype?: string;
  readonly hidden?: boolean;
  readonly password?: boolean;
  readonly fieldName?: string;
  readonly alternativeText?: string;
  readonly fieldValue?: unknown;
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly contentsObj?: { readonly str?: string };
}

/** The filled-in form fields of a page, as a list; text typed onto it; and its comments. */
export function addedTo(annotations: readonly Annotation[]): { readonly fields: string; readonly comments: number } {
  const shown = annotations.filter(({ hidden }) => hidden !== true);
  const fields = shown.flatMap((field) => {
    const value = field.subtype === 'Widget' && field.password !== true ? valueOf(field) : '';
    return value === '' ? [] : [`- ${nameOf(field)}: ${value}`];
  });
  const typed = shown.filter(({ subtype }) => subtype === 'FreeText').flatMap((note) => oneLine(note) || []);
  const comments = shown.filter((note) => isComment(note) && oneLine(note) !== '').length;
  return { fields: [fields.join('\n'), ...typed].filter(Boolean).join('\n\n'), comments };
}

const isComment = ({ subtype = '' }: Annotation) =>
  /^(?:Text|Highlight|Underline|Squiggly|StrikeOut|Square|Circle|Line|Ink|Caret)$/.test(subtype);

const oneLine = ({ contentsObj }: Annotation) => (contentsObj?.str ?? '').replace(/\s+/gu, ' ').trim();

function valueOf({ fieldValue, checkBox, radioButton, exportValue, buttonValue }: Annotation): string {
  if (checkBox === true) return fieldValue === exportValue && fieldValue !== 'Off' ? '☑' : '';
  if (radioButton === true) return fieldValue === buttonValue && typeof fieldValue === 'string' ? fieldValue : '';
  const values = Array.isArray(fieldValue) ? (fieldValue as readonly unknown[]) : [fieldValue];
  return values
    .filter((value) => typeof value === 'string')
    .join(', ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The label of a form field; if it has none, the last part of its name. */
function nameOf({ alternativeText = '', fieldName = '' }: Annotation): string {
  const own = fieldName.split('.').at(-1) ?? '';
  return (alternativeText.trim() || own.replace(/\[\d+\]$/u, '')).replace(/\s+/gu, ' ').trim() || '…';
}
