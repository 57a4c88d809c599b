import { stemOf } from '#text/domain/stems.ts';

/**
 * Related words that people, especially pupils, use for each other. Looser than synonyms: they count less and prove
 * nothing alone. Written by hand.
 */
const KIN = `
gap break opening space hole
damage break broken burn
light glow shine lit bright lamp illuminate
bulb light lamp lightbulb
fizz bubble foam fizzle
bubble gas
square cube box cubic
noise sound
loud volume
throw launch toss pitch
thing object item stuff material
path way route pathway trail course
path circuit loop
complete full finish whole close
circle loop round ring circular complete
weigh weight heavy mass
massive heavy
little small tiny few short mini
large big great long huge bigger
fat wide thick broad
thin narrow skinny fine
tall high long height
tiny fine small
quick fast rapid swift
see look observe notice watch view
know tell determine identify find understand
compare contrast difference
measure measurement ruler meter tape
rub scratch scrape
scratch mark line scrape
leave remain left stay
evaporate dry vapor boil steam
dry evaporate
disappear vanish gone dissolve
dissolve melt mix
clear transparent
cloudy murky
bottom base floor ground
settle sink fall deposit rest
soil dirt ground earth land
rock stone mineral pebble
river stream creek water
flow run move travel go
move motion movement shift
push force
pull tug force
lift raise pick up
sun sunlight sunshine solar
heat warm hot temperature energy thermal
cool cold chill
warm heat hot
hold keep contain store
store save keep hold
eat food feed nutrition nutrient
food nutrient meal
grow growth develop bigger
seed bean
protect safe shelter safety guard defend shield
live survive survival alive
animal creature organism insect bug beetle
plant tree flower
baby young offspring
make create produce form build cause
cause make lead produce
happen occur
begin start
stop end prevent halt block
block stop
stick attract attach cling hold
attract pull
repel push
touch contact hit together
connect touch attach hook join link together contact
wire cord cable
electricity electric electrical current power energy
power energy electricity
battery cell
run work operate function
turn rotate spin twist
spin turn rotate revolve
vibrate shake move wiggle vibration
shake vibrate
tight tense tension stretch
loose slack
short small
pitch tone sound note
high height higher
fast speed quick
hear listen notice
even equal same balanced level
same equal alike identical even similar
different differ other distinct separate various vary another
separate apart divide split own different
own separate individual
only single one just sole
each every all
many multiple several lot more
more extra additional greater
less fewer lower
absorb soak take attract hold
reflect bounce
dark black
light white pale
color colour
fabric cloth material
rough coarse bumpy texture
smooth fine soft
soft smooth gentle
hard strong solid tough
strong hard strength powerful
exact accurate precise correct
right correct accurate
mistake error wrong
reason why because
example instance
test experiment try check investigate
result outcome answer
repeat again redo multiple
standard control same
variable factor thing
change vary different alter
trial test time
number amount many count
amount quantity number much
add put include
remove take
near close next
far distant away further farther
middle center between half
top above upper surface over
surface area top face
side edge end
opposite other reverse across different
face point direct
direction way
north pole
pole end side
magnet magnetic magnetism
iron steel metal
metal iron steel aluminum copper
conduct conductor conductive
insulate insulator plastic rubber
draw trace picture copy sketch
picture photo image photograph drawing
map chart diagram
graph chart data
print pattern fingerprint
liquid water fluid
water liquid
solution mixture solute mix
mixture mix solution
mix stir combine blend
saturate full
particle piece bit grain
filter strain screen
acid vinegar
rust corrode
smell odor scent
shape form figure
pattern design
match fit same
hit strike bump tap
pluck pull strum
string cord rope
rope string
air wind breath
breathe air
fly flight
body part
leg foot
mouth jaw
wing elytra
hide camouflage
shade shadow dark
shadow shade
day daytime
morning sunrise
afternoon evening
rotate spin turn
tilt lean angle
slope steep hill incline
steep slope
hill mountain slope
erode erosion wash wear
carry transport bring move take
deposit drop settle leave
terminal end side
state charge
negative minus
positive plus
voltage volt
reading measurement
reaction react
chemical chemistry
damaged burned burnt broken bad
effect affect impact influence
circuit path
contain include have hold in
reach get arrive
lose miss gone
need require must
want need
think believe
person people everyone everybody anyone human
everyone everybody all people
kid child student
method way procedure
step procedure
tool instrument equipment
container cup jar bowl beaker bottle pan dish
cup glass container
paper sheet
hot heat warm
size big large
bigger larger greater large big
smaller lesser little small
longer larger bigger
`;

const kinOf = new Map<string, Set<string>>();
for (const line of KIN.trim().split('\n')) {
  const stems = line.split(' ').map(stemOf);
  for (const stem of stems) {
    const kin = kinOf.get(stem) ?? new Set();
    for (const other of stems) if (other !== stem) kin.add(other);
    kinOf.set(stem, kin);
  }
}

export function areKin(left: string, right: string): boolean {
  return kinOf.get(left)?.has(right) === true;
}
