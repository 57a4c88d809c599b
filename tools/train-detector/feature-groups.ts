import { driftFeatures } from '#modes/rabbit-hole/domain/embedded-detector/features/drift-features.ts';
import { readExchange } from '#modes/rabbit-hole/domain/embedded-detector/features/exchange.ts';
import { fieldFeatures } from '#modes/rabbit-hole/domain/embedded-detector/features/field-features.ts';
import { formFeatures } from '#modes/rabbit-hole/domain/embedded-detector/features/form-features.ts';

const nothing = readExchange([]);
const drift = Object.keys(driftFeatures(nothing));
const form = Object.keys(formFeatures(nothing));
const letters = drift.filter((name) => name.startsWith('letters'));
const before = [...drift, ...form].filter((name) => /^previous|^ownLast|^noneAsks/.test(name));
const questions = form.filter((name) => /^asks|Question|^givesBack/.test(name) && !before.includes(name));

/** What is left out together, to see what it adds. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'words that are new': drift.filter((name) => !letters.includes(name) && !before.includes(name)),
  'runs of letters': letters,
  'fields of talk': Object.keys(fieldFeatures(nothing)),
  questions,
  'the message before': before,
  manner: form.filter((name) => !questions.includes(name) && !before.includes(name)),
};
