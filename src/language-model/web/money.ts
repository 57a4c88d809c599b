/** The API uses whole millionths of a US dollar. */
const MICROS = 1_000_000;
const CENT = 10_000;
/** The smallest amount that is shown exactly: a hundredth of a cent. */
const MIN_SHOWN_MICROS = 100;

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const FRACTIONS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});

/** An amount as text: `$1,204.50`, `$0.0034`, `under $0.0001`. */
export function dollars(micros: number): string {
  if (micros === 0 || micros >= CENT) return DOLLARS.format(micros / MICROS);
  if (micros < MIN_SHOWN_MICROS) return `under ${FRACTIONS.format(MIN_SHOWN_MICROS / MICROS)}`;
  return FRACTIONS.format(micros / MICROS);
}

/** A cost as text; null if a price is unknown. */
export function costText(micros: number | null): string {
  return micros === null ? 'price unknown' : dollars(micros);
}

/** A price per million tokens: `$3`, `$0.80`. */
export function priceText(micros: number): string {
  return DOLLARS.format(micros / MICROS).replace(/\.00$/, '');
}

/** The text of an amount in a field: only the number. */
export function amountText(micros: number | null): string {
  if (micros === null) return '';
  return String(micros / MICROS);
}

const MAX_DOLLARS = 1_000_000;

/** Parses an amount: null for an empty text, a problem for an invalid one. */
export function readAmount(text: string): { micros: number | null } | { problem: string } {
  const written = text.trim().replace(/^\$\s*/, '');
  if (written === '') return { micros: null };
  const amount = /^\d+([.,]\d{1,2})?$/.test(written) ? Number(written.replace(',', '.')) : Number.NaN;
  if (!(amount <= MAX_DOLLARS))
    return { problem: 'Enter an amount in dollars, for example 2 or 2.50. Leave it empty for no limit.' };
  return { micros: Math.round(amount * MICROS) };
}
