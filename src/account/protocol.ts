import { z } from 'zod';

import { DIRECTION_MARKS, hasNoDirectionMarks } from '#kernel/clean-text.ts';

export const personName = z
  .string()
  .trim()
  .min(1, 'Give a name.')
  .max(100, 'A name has at most 100 characters.')
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'A name is one line of text.')
  .refine(hasNoDirectionMarks, DIRECTION_MARKS);

/** The name of the first person, for others and for commands, until they give one. */
export const UNNAMED = 'the owner';

/** `name` is empty until the person has given one. */
export const me = z.object({ id: z.string(), name: z.string() });
export type Me = z.infer<typeof me>;
/** `PUT /api/me` */
export const nameChange = z.object({ name: personName });
export type NameChange = z.infer<typeof nameChange>;

const MAX_COOLDOWN = 20;

/** Latest start of a day, in minutes after midnight: noon. */
const LATEST_DAY_START = 720;

const MAX_AIM_DAYS = 7;
const MAX_AIM_POINTS = 2_000;

const preferences = z.object({
  timeZone: z.string().max(100).refine(isTimeZone, 'This is not the name of a time zone, such as Europe/Berlin.'),
  /** Minutes after midnight at which a new day begins. */
  dayStartsAt: z.int().min(0).max(LATEST_DAY_START),
  /** The probability of recall at which a point becomes due. */
  desiredRetention: z.number().min(0.7).max(0.97),
  /** Number of messages after a declined tangent before the next one is offered. */
  rabbitholeCooldown: z
    .int('A whole number of messages.')
    .min(0, 'At least 0.')
    .max(MAX_COOLDOWN, `At most ${MAX_COOLDOWN} messages.`),
  /** Whether the person may get self-checks also while a model evaluates answers. */
  selfChecksWithModel: z.boolean(),
  /** The person's aim for a week: days on which they recall, or recalled points. Null without an aim. */
  weeklyAim: z
    .int('A whole number.')
    .min(1, 'At least 1.')
    .max(MAX_AIM_POINTS, `At most ${MAX_AIM_POINTS}.`)
    .nullable(),
  weeklyAimOf: z.enum(['days', 'points']),
});
export type Preferences = z.infer<typeof preferences>;
/** `PUT /api/preferences`: fields that were added later can be omitted, and then stay unchanged. */
export const preferencesChange = preferences
  .partial({ rabbitholeCooldown: true, selfChecksWithModel: true, weeklyAim: true, weeklyAimOf: true })
  .refine(({ weeklyAim, weeklyAimOf }) => weeklyAimOf !== 'days' || (weeklyAim ?? 0) <= MAX_AIM_DAYS, {
    message: `A week has ${MAX_AIM_DAYS} days.`,
    path: ['weeklyAim'],
  });
export type PreferencesChange = z.infer<typeof preferencesChange>;
/** `isChosen`: whether the person has chosen them; false for the server's defaults. */
export const preferencesAnswer = preferences.extend({ isChosen: z.boolean() });
export type PreferencesAnswer = z.infer<typeof preferencesAnswer>;

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Exchanges a token for a cookie. */
export const signInRequest = z.object({ token: z.string().min(1).max(1_000) });

const signIn = z.object({
  id: z.string(),
  /** The browser and its system in words; null if it did not say. */
  device: z.string().nullable(),
  createdAt: z.int(),
  /** At most ten minutes late; null if it is unknown. */
  lastSeenAt: z.int().nullable(),
  /** Whether it is the browser that asks. */
  isOwn: z.boolean(),
});
export type SignIn = z.infer<typeof signIn>;

/** `GET /api/sign-ins`: where the person is signed in. */
export const signInsAnswer = z.object({ signIns: z.array(signIn) });
export type SignInsAnswer = z.infer<typeof signInsAnswer>;

/** `POST /api/me/token`: the person's new token, which is not shown again. */
export const tokenAnswer = z.object({ token: z.string() });
export type TokenAnswer = z.infer<typeof tokenAnswer>;

const MAX_RULES = 50;
const MAX_RULE = 500;
const rules = z
  .array(
    z
      .string()
      .overwrite((rule) => rule.replace(/\s+/gu, ' ').trim())
      .min(1, 'A rule has at least one word.')
      .max(MAX_RULE, `A rule has at most ${MAX_RULE} characters.`),
  )
  .max(MAX_RULES, `A voice has at most ${MAX_RULES} rules.`);

export const platformId = z.enum(['linkedin', 'thread', 'long-form', 'short-form']);
export type PlatformId = z.infer<typeof platformId>;

/** `PUT /api/voices/…`: replaces the rules of a voice, one sentence each. */
export const rulesChange = z.object({ rules });
export type RulesChange = z.infer<typeof rulesChange>;

export const voicesAnswer = z.object({
  /** All people with their personal rules, the first person first. Anyone may write in anyone's voice. */
  people: z.array(z.object({ id: z.string(), name: z.string(), rules: z.array(z.string()) })),
  company: z.array(z.string()),
  platforms: z.record(platformId, z.array(z.string())),
  /** The name of the first person, who edits the rules for everyone. */
  editor: z.string(),
  mayEditCompany: z.boolean(),
});
export type VoicesAnswer = z.infer<typeof voicesAnswer>;
