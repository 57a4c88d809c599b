import { stemOf } from '#text/domain/stems.ts';

/** Words with opposite meanings: those left of a bar against those right of it. */
const CONTRARY = `
half | third quarter fifth tenth; third | half quarter fifth tenth; quarter | half third fifth tenth

increase rise raise grow gain boost enhance expand | decrease reduce fall drop decline lessen diminish lower lose loss shrink shrank shrunk cut
more | less few; grow gain | lose shrink decline shed
widen wide dilate expand broaden enlarge swell swollen | narrow constrict contract tighten shrink shrank shrunk squeeze
wake awake waking alert | asleep sleeping; alert energetic lively | sleepy sleepiness tired drowsy fatigue
wake awake | sleep asleep; before precede | after follow; prior | after; early earlier | late
always constantly ever | never seldom rarely; often usually frequently | rarely seldom never; all every | none
fast quick rapid speed accelerate quicken | slow slowly decelerate
strengthen strong reinforce fortify | weaken weak undermine; strong | feeble
allow permit let enable | forbid forbade forbidden ban prohibit prevent block stop refuse deny
help aid support improve | harm hurt hinder damage worsen impair; rise rose climb | fall fell collapse sink
build accumulate gather collect | dissolve vanish deplete clear; begin start open | end stop finish close last final
halve half | double twice; halve | triple; multiply | divide; constant | variable linear changing
permanent | temporary; permanent everlasting | brief; mutable | immutable; first | second; top | bottom
above over | below under beneath; up upward | down downward; front | back behind; push | pull pop; send | receive
give | take; buy | sell; import | export; north | south; east | west; northern | southern; eastern | western
friend ally | enemy foe; victory won winner | defeat lost loser; attack | defend; accept | reject refuse
create make produce build | destroy demolish; create | delete; add insert | remove delete subtract; remember | forget
empty | full; hot heat warm | cold cool; easy simple | hard difficult complex; cheap | expensive; rich | poor
light | heavy dark; safe | dangerous; legal | illegal; public | private; possible | impossible
true right correct | false wrong incorrect; same equal identical similar | different distinct
include contain | exclude lack; join connect attach bind link | separate split detach disconnect release
absorb | emit release reflect; inhale | exhale; active activate | inactive block inhibit
stimulate activate excite | inhibit suppress; high higher | low lower; long lengthen longer | short shorten shorter
deep | shallow light; maximum maximize most | minimum minimize least; ascend | descend; sorted | unsorted
male man | female woman; husband | wife; king | queen; parent | child; north northern | south southern
day daytime | night nighttime; morning | evening night; summer | winter; past | future; ancient old | modern new young
inside inner internal within | outside outer external; serial series | parallel; acid | base alkaline
positive | negative; plus | minus; wet | dry; freeze | melt boil thaw; appear | disappear vanish
arrive enter | leave depart exit; success succeed | fail failure; major majority | minor minority
compress | expand stretch; sweet | bitter sour; thick | thin; wide | narrow; tight | loose; clean | dirty
sharp | blunt dull; free | enslaved captive; war | peace; lead cause | prevent; attract | repel
synchronous | asynchronous; static | dynamic; local | global; stay remain keep | leave change; subject | object
singular | plural; vowel | consonant; encrypt | decrypt; lock | unlock; lend | borrow; teach | learn
numerator | denominator; predator | prey; cathode | anode; proton | electron; artery | vein; left | right
love | hate dislike; increase | decrease; raise | lower; rise | fall; rise | drop; more | less; more | few
most | least; high | low; fast | slow; big | small; large | small; long | short; lengthen | shorten; hot | cold
warm | cool; open | close; same | different; before | after; early | late; up | down; inside | outside
internal | external; block | activate; inhibit | stimulate; block | allow; prevent | allow; prevent | cause
improve | impair; improve | worsen; help | harm; strong | weak; heavy | light; hard | soft; rough | smooth
bright | dark; light | dark; full | empty; add | subtract; gain | lose; win | lose; absorb | reflect; absorb | release
connect | separate; connect | disconnect; series | parallel; true | false; always | never; first | last
maximum | minimum; day | night; morning | evening; young | old; expand | contract; solid | liquid; solid | gas
liquid | gas; freeze | melt; evaporate | condense; float | sink; input | output; dominant | recessive; hard | easy
deep | shallow; near | far; sharp | dull; good | bad; live | die; conductor | insulator; conscious | unconscious
voluntary | involuntary; accelerate | slow; shorten | delay
`;

function opposites(list: string): ReadonlyMap<string, ReadonlySet<string>> {
  const opposed = new Map<string, Set<string>>();
  const add = (stem: string, other: string): void => {
    const others = opposed.get(stem) ?? new Set();
    if (other !== stem) others.add(other);
    opposed.set(stem, others);
  };
  for (const pair of list.trim().split(/[;\n]/)) {
    const [left = [], right = []] = pair.split('|').map((side) => side.trim().split(' ').map(stemOf));
    for (const stem of left) {
      for (const other of right) {
        add(stem, other);
        add(other, stem);
      }
    }
  }
  return opposed;
}

const CONTRARY_STEMS = opposites(CONTRARY);
const NONE: ReadonlySet<string> = new Set();
const PREFIXES = ['un', 'in', 'im', 'ir', 'il', 'dis', 'non', 'mis', 'anti'];
const NEGATING_PREFIX = /^(?:un|in|im|dis|non|ir|il|mis|anti)(?=\p{L}{3})/u;

/** Stems with the opposite meaning: listed, or formed with a prefix or suffix (`complete`, `incomplete`). */
export function contrariesOf(stem: string): readonly string[] {
  const listed = [...(CONTRARY_STEMS.get(stem) ?? NONE)];
  const bare = stem.replace(NEGATING_PREFIX, '');
  if (bare !== stem) listed.push(bare);
  if (stem.endsWith('less')) listed.push(`${stem.slice(0, -4)}ful`);
  if (stem.endsWith('ful')) listed.push(`${stem.slice(0, -3)}less`);
  return [...listed, ...PREFIXES.map((prefix) => prefix + stem)];
}
