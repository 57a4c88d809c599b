import { stemOf } from './stems.ts';

/** Words that say the same in most plain answers; each line is one group. */
const SAME = `
big large great huge
small little tiny
begin start
end stop finish cease
block inhibit prevent hinder stop obstruct
hurt harm damage impair
help assist aid support improve
raise increase rise grow boost enhance
lower reduce decrease diminish drop decline lessen cut
quick fast rapid
hard difficult
easy simple
make produce create generate form
need require necessary must
happen occur
use utilize employ apply
cause lead trigger induce
important essential crucial vital key
get obtain receive gain acquire
give provide supply offer
keep retain maintain preserve stay remain
show display demonstrate indicate reveal
contain include hold
connect link attach join
split divide separate
close shut seal
look resemble appear seem
kind type sort
amount quantity
part portion piece component
whole entire full complete
near close beside
live inhabit dwell
die dead death
child kid
doctor physician
illness disease sickness
buy purchase
sleep slumber asleep
wake awake
tire fatigue sleepy drowsy
evening night bedtime
morning wake
old elderly
several multiple
different distinct differ
same equal identical
also too
measure gauge
store save keep
remember recall memory memorize
forget lose
change alter modify vary shift
move travel transport carry
push press force
pull draw
heat warm hot
cold cool
light bright
dark black
middle center centre
top upper
bottom lower
choose select pick
build construct
build accumulate gather collect
bring cause lead
few several
decide determine
less reduce
fast speed
make cause
get become
stop quit
protect guard defend
break burn fracture
kill destroy
eat consume feed
drink beverage
speed rate velocity
error mistake fault
answer reply respond response
ask request
allow permit let enable
fix repair
return back
long lengthy
soil dirt earth
stone rock
animal creature
car automobile vehicle
bind attach stick
last persist
rule govern control regulate
brain mind
quarter fourth
half 50
delay postpone later
mainly mostly primarily chiefly
usually generally typically normally often
work function operate
`;

/** Words that say the contrary; each line is two. */
const CONTRARY = `
increase decrease
raise lower
rise fall
rise drop
more less
more few
most least
high low
fast slow
big small
large small
long short
lengthen shorten
hot cold
warm cool
open close
positive negative
same different
before after
early late
left right
top bottom
up down
inside outside
internal external
begin end
begin stop
start stop
start end
block activate
inhibit stimulate
block allow
prevent allow
prevent cause
improve impair
improve worsen
help harm
strong weak
heavy light
hard soft
rough smooth
bright dark
light dark
wet dry
full empty
add subtract
gain lose
win lose
attract repel
absorb reflect
absorb release
connect separate
connect disconnect
series parallel
true false
always never
first last
maximum minimum
north south
east west
day night
morning evening
young old
rich poor
expand contract
solid liquid
solid gas
liquid gas
freeze melt
evaporate condense
float sink
import export
input output
dominant recessive
hard easy
deep shallow
near far
thick thin
wide narrow
sharp dull
good bad
live die
conductor insulator
conscious unconscious
voluntary involuntary
inhale exhale
accelerate slow
shorten delay
`;

function pairs(list: string): ReadonlyMap<string, readonly string[]> {
  const related = new Map<string, Set<string>>();
  for (const line of list.trim().split('\n')) {
    const stems = line.split(' ').map(stemOf);
    for (const stem of stems) {
      const others = related.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) others.add(other);
      related.set(stem, others);
    }
  }
  return new Map([...related].map(([stem, others]) => [stem, [...others]]));
}

const SAME_STEMS = pairs(SAME);
const CONTRARY_STEMS = pairs(CONTRARY);
const NEGATING_PREFIX = /^(?:un|in|im|dis|non|ir|il)(?=\p{L}{4})/u;

export function synonymsOf(stem: string): readonly string[] {
  return SAME_STEMS.get(stem) ?? [];
}

/** Stems that say the contrary of this one: listed, or made with a prefix (`complete`, `incomplete`). */
export function contrariesOf(stem: string): readonly string[] {
  const listed = CONTRARY_STEMS.get(stem) ?? [];
  const bare = stem.replace(NEGATING_PREFIX, '');
  return bare === stem ? [...listed, `un${stem}`, `in${stem}`, `dis${stem}`, `non${stem}`] : [...listed, bare];
}
