import { stemOf } from '#text/domain/stems.ts';

/** Words that mean the same in most answers; each line is one group. */
const SAME = `
big large great huge; small little tiny; hurt harm damage impair; help assist aid support improve; quick fast rapid;
hard difficult; easy simple; make produce create generate form; need require necessary must; use utilize employ apply;
cause lead trigger induce; important essential crucial vital key; get obtain receive gain acquire; give provide supply
offer; show display demonstrate indicate reveal; contain include hold; connect link attach join; split divide
separate; close shut seal; look resemble appear seem; kind type sort; amount quantity; part portion piece component;
whole entire full complete; near close beside; live inhabit dwell; die dead death; child kid; doctor physician;
illness disease sickness; buy purchase; wake awake; morning wake; old elderly; several multiple; different distinct
differ; same equal identical; also too; measure gauge; store save keep; remember recall memory memorize; forget lose;
push press force; pull draw; heat warm hot; cold cool; light bright; dark black; middle center centre; top upper;
bottom lower; choose select pick; build construct; bring cause lead; few several; decide determine; make cause; get
become; protect guard defend; break burn fracture; eat consume feed; drink beverage; speed rate velocity; error
mistake fault; answer reply respond response; ask request; fix repair; return back; long lengthy; soil dirt earth;
stone rock; animal creature; car automobile vehicle; bind attach stick; rule govern control regulate; brain mind;
quarter fourth; delay postpone later; mainly mostly primarily chiefly; usually generally typically normally often; end
stop finish cease; sleep slumber; block inhibit prevent hinder stop obstruct occupy jam; block plug sit; tire fatigue
sleepy drowsy sleepiness weary exhausted; stop quit withdrawal abstain; raise increase rise grow boost enhance more;
raise increase rise grow climb higher; lower reduce decrease diminish drop decline lessen cut shrink less; lower
reduce decrease worsen weaken; build accumulate gather collect pile; accumulate buildup build; evening night bedtime
late; last persist remain; keep retain maintain preserve stay remain continue; allow permit let enable; kill die
death; kill destroy murder assassinate slay; move travel transport carry transfer relocate shift; change alter modify
vary shift; happen occur; widen dilate expand broaden enlarge swell wide; narrow constrict contract tighten shrink;
feel notice sense perceive; act work function operate effect kick; daily day everyday regularly; wear gone vanish
disappear leave; wear off; coffee caffeine; grow make produce create develop; fall collapse; depose remove overthrow
oust dethrone topple; cross traverse go; fear afraid scared worry; king monarch ruler; europe european; rome roman;
christian christianity; worship pray practise practice; attack invade assault; reverse invert flip; halve half; find
look locate search; put place; stand come go; return give yield; follow after; end begin start open; precede before;
sort order; resend retransmit; read reading; write writing; speed fast accelerate quick; slow decelerate; minute min;
hour hr; need take require; crash slump; deep deeply depth; headache head; vessel vein artery; many lot; because
since; population person inhabitant resident; forever ever always constantly eternally; dissolve melt; trade commerce
exchange; war conflict; law rule statute; town city; sea ocean; land territory; win victory triumph; lose defeat; army
troop soldier; rich wealthy; poor impoverished; dangerous hazardous risky; correct right accurate; wrong incorrect
false; idea concept notion; aim goal purpose; method way; big major; small minor; smart clever intelligent; strengthen
reinforce fortify; quickly rapidly
`;

function groups(list: string): ReadonlyMap<string, readonly string[]> {
  const related = new Map<string, Set<string>>();
  for (const line of list.trim().split(/;\s+/)) {
    const stems = line.split(/\s+/).map(stemOf);
    for (const stem of stems) {
      const others = related.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) others.add(other);
      related.set(stem, others);
    }
  }
  return new Map([...related].map(([stem, others]) => [stem, [...others]]));
}

const SAME_STEMS = groups(SAME);

export function synonymsOf(stem: string): readonly string[] {
  return SAME_STEMS.get(stem) ?? [];
}
