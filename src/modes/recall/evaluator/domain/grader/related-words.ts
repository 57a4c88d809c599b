import { stemOf } from '#text/domain/stems.ts';

/**
 * Related words that people use for each other. Looser than synonyms: they count less and prove nothing alone. Written
 * by hand.
 */
const RELATED = `
gap break opening space hole; damage break broken burn; light glow shine lit bright illuminate; bubble gas; square
box; noise sound; loud volume; throw launch toss; thing object item stuff material; path way route pathway trail
course; path loop; complete full finish whole close; circle loop round ring circular complete; weigh weight heavy
mass; massive heavy; little small tiny few short mini; large big great long huge bigger; fat wide thick broad; thin
narrow skinny fine; tall high long height; tiny fine small; quick fast rapid swift; see look observe notice watch
view; know tell determine identify find understand; compare contrast difference; measure measurement; rub scratch
scrape; scratch mark line scrape; leave remain left stay; evaporate dry vapor boil steam; disappear vanish gone
dissolve; dissolve melt mix; clear transparent; cloudy murky; bottom base floor ground; settle sink fall deposit rest;
soil dirt ground earth land; rock stone mineral pebble; river stream creek water; flow run move travel go; move motion
movement shift; push force; pull tug force; lift raise pick up; sun sunlight sunshine solar; heat warm hot temperature
energy thermal; cool cold chill; hold keep contain store; store save keep hold; eat food feed nutrition nutrient; food
nutrient meal; grow growth develop bigger; seed bean; protect safe shelter safety guard defend shield; live survive
survival alive; animal creature organism insect bug beetle; plant tree flower; baby young offspring; make create
produce form build cause; cause make lead produce; happen occur; begin start; stop end prevent halt block; stick
attract attach cling hold; attract pull; repel push; touch contact hit together; connect touch attach hook join link
together contact; electricity electric electrical current power energy; run work operate function; turn rotate spin
twist; spin turn rotate revolve; vibrate shake move wiggle vibration; tight tense tension stretch; loose slack; sound
note; high height higher; fast speed quick; hear listen notice; even equal same balanced level; same equal alike
identical even similar; different differ other distinct separate various vary another; separate apart divide split own
different; own separate individual; only single one just sole; each every all; many multiple several lot more; more
extra additional greater; less fewer lower; absorb soak take attract hold; reflect bounce; dark black; light white
pale; color colour; fabric cloth material; rough coarse bumpy texture; smooth fine soft; soft smooth gentle; hard
strong solid tough; strong hard strength powerful; exact accurate precise correct; right correct accurate; mistake
error wrong; reason why because; example instance; test experiment try check investigate; result outcome answer;
repeat again redo multiple; standard control same; variable factor thing; change vary different alter; trial test
time; number amount many count; amount quantity number much; add put include; remove take; near close next; far
distant away further farther; middle center between half; top above upper surface over; surface area top face; side
edge end; opposite other reverse across different; face point direct; direction way; plastic rubber; draw trace
picture copy sketch; picture photo image photograph drawing; map chart diagram; graph chart data; print pattern;
liquid water fluid; solution mixture mix; mix stir combine blend; particle piece bit grain; rust corrode; smell odor
scent; shape form figure; pattern design; match fit same; hit strike bump tap; air wind breath; breathe air; fly
flight; body part; leg foot; mouth jaw; shade shadow dark; day daytime; morning sunrise; afternoon evening; tilt lean
angle; slope steep hill incline; hill mountain slope; erode erosion wash wear; carry transport bring move take;
deposit drop settle leave; negative minus; positive plus; reading measurement; reaction react; chemical chemistry;
damaged burned burnt broken bad; effect affect impact influence; contain include have hold in; reach get arrive; lose
miss gone; need require must; want need; think believe; person people everyone everybody anyone human; everyone
everybody all people; kid child student; method way procedure; step procedure; tool instrument equipment; container
cup jar bowl bottle pan dish; cup glass container; paper sheet; size big large; bigger larger greater large big;
smaller lesser little small; longer larger bigger
`;

const relatedTo = new Map<string, Set<string>>();
for (const group of RELATED.trim().split(/;\s+/)) {
  const stems = group.split(/\s+/).map(stemOf);
  for (const stem of stems) relatedTo.set(stem, new Set([...(relatedTo.get(stem) ?? []), ...stems]));
}

export function areRelated(left: string, right: string): boolean {
  return relatedTo.get(left)?.has(right) === true;
}
