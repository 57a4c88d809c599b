import { stemOf } from '#text/domain/stems.ts';

/** Words about the questioning itself; using them stays on the subject. */
export const sessionStems: ReadonlySet<string> = new Set(
  `hint clue point question repeat rephrase reword explain explanation clarify answer tell show help again meaning
  understand skip next continue right correct wrong close remind idea example part detail sure stuck forgot forgotten
  forget remember recall confused session card learn study quiz slow spell term word sentence phrase wonder wondering
  curious interesting fascinating topic thinking thought guess reminds remind simpler easier possible exactly left remaining far break pause stop exam test check finish finished round score please count counts
  hinweis tipp frage wiederholen erklaren erklare erklar antwort sag sagen verrat hilfe helfen nochmal bedeuten
  bedeutet verstehe verstehen weiter uberspringen richtig falsch stimmt beispiel vergessen erinnern erinnere erinnert
  ahnung satz begriff wort wissen wusste wuesste frage frag wundert wundere neugierig ubrigens nebenbei interessiert
  interessieren interessant genauer moment warte fragen fragst punkte prufung schluss fertig leichter thema`
    .split(/\s+/)
    .map(stemOf),
);
