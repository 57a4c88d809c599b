import { stemOf } from '#text/domain/stems.ts';

/** Topic fields of everyday talk and learning. Words of one field usually belong to one subject. */
const FIELDS: Readonly<Record<string, string>> = {
  animals: `pet pets dog dogs puppy cat cats kitten bird parrot fish hamster rabbit bunny horse pony cow pig chicken goat
    sheep animal animals lizard snake turtle frog insect bee spider mammal reptile vet veterinarian shelter breed zoo
    wolf bear lion tiger elephant whale shark dolphin monkey ape mouse labrador shepherd poodle paw fur tail leash wild
    feather crow duck species hund katze tier vogel fisch echse`,
  music: `music song songs band bands sing singer singing guitar piano drum drums violin bass concert album rap rock
    jazz metal pop country hip hop instrument melody choir opera orchestra lyrics dance dancing dancer radio genre
    playlist tune rhythm classical musician musik lied komponist composer symphony`,
  screen: `film movie show shows television tv series episode actor actress cinema netflix horror comedy drama thriller
    anime cartoon star wars watch watching youtube video director scene trek hollywood`,
  games: `game games gaming gamer console xbox playstation nintendo chess poker card cards board puzzle online player
    dungeon role play mario pokemon minecraft spiel`,
  books: `book books read reading reader novel author write writing writer poem poetry poet story stories fiction
    fantasy library literature magazine comic comics newspaper chapter buch roman shakespeare`,
  sport: `sport sports football soccer basketball baseball hockey tennis golf swim swimming run running runner marathon
    jog gym workout exercise fitness yoga bike biking cycling ski skiing snowboard skate surf surfing climb climbing team
    coach olympics olympic athlete race racing training muscle boxing wrestling weights lifting volleyball softball
    rugby cricket win medal league kick ball`,
  food: `food eat eating cook cooking chef bake baking cake cookie chocolate candy ice cream pizza pasta burger
    hamburger cheeseburger fries taco tacos sushi meat steak beef chicken pork bacon fish vegetable vegetables vegan
    vegetarian fruit apple banana salad soup bread cheese egg eggs rice potato spicy sweet sugar salt restaurant meal
    dinner lunch breakfast snack recipe kitchen diet hungry taste delicious seafood sandwich spaghetti italian mexican
    essen kochen zucker brot`,
  drink: `drink drinks coffee tea beer wine water soda juice milk alcohol whiskey vodka bar pub cocktail cup bottle
    espresso starbucks caffeine decaf drunk getranke kaffee tee bier wein`,
  work: `work job jobs career boss office company business employee employed unemployed manager salary hire hired fired
    quit retire retired retirement profession professional nurse doctor lawyer attorney engineer accountant teacher
    police cop firefighter soldier army military navy marine waitress waiter cashier clerk salesman sales bank banker
    secretary receptionist mechanic electrician plumber carpenter farmer factory store shop shift overtime colleague
    coworker coworkers librarian therapist scientist designer model photographer janitor maid truck arbeit beruf living
    occupation paycheck interview`,
  school: `school college university student students study studying studies class classes classroom grade grades
    teacher teaching teach professor degree major graduate graduated graduation homework exam test course lesson kindergarten
    elementary campus semester phd law medical math science history schule studium universitat`,
  family: `family mother father parents parent brother sister son daughter child baby babies twins grandmother
    grandfather grandma grandpa grandparents grandkids grandchildren aunt uncle cousin nephew niece sibling siblings
    toddler pregnant born adopted raise raised only familie mutter vater bruder schwester kinder`,
  love: `husband wife married marry marriage wedding boyfriend girlfriend fiance date dating relationship single divorce
    divorced engaged couple kiss romantic romance crush spouse partner gay lesbian bisexual valentine`,
  place: `live city town country state states home house apartment farm village street neighborhood move moved moving
    california texas florida york chicago boston alaska hawaii canada mexico england london france paris germany berlin
    italy spain russia china japan india africa europe asia australia america american ohio michigan seattle oregon
    colorado nevada vegas georgia carolina virginia jersey kansas utah arizona maine south north east west coast south
    usa uk ireland scotland from rural area stadt land dorf`,
  travel: `travel traveling travelling trip vacation tour tourist visit visiting visited flight fly flying plane
    airport airplane hotel cruise passport abroad beach island resort backpack sightseeing disney world reise urlaub`,
  vehicles: `car cars drive driving driver truck vehicle motorcycle bike bus train ford chevy honda toyota bmw jeep ferrari
    tesla corvette mustang engine tire road highway traffic wheel boat ship sail sailing auto fahren`,
  looks: `hair eyes eye blonde blond brunette red dye color colour tall short skinny fat weight overweight tattoo
    tattoos piercing beard makeup nail nails pretty ugly beautiful handsome clothes clothing dress shirt shoes shoe
    jeans hat hats jewelry fashion style wear wearing suit sunglasses watch purse shopping shop mall pink purple blue
    green yellow black white orange`,
  health: `health healthy sick sickness ill illness disease doctor hospital medicine surgery cancer diabetes allergy
    allergic pain hurt injury injured broken bone arm leg heart blood brain nerve anxiety depression depressed therapy therapist
    drug drugs smoke smoking cigarette pill asthma blind deaf wheelchair disabled faint diagnosed sleep sleeping tired insomnia
    vaccine virus krank gesundheit arzt schlaf`,
  money: `money rich poor pay paid dollar dollars cheap expensive buy buying sell selling spend save saving savings
    afford budget debt loan bill bills income price cost tax lottery invest millionaire geld preis`,
  weather: `weather rain rainy snow snowy sun sunny warm cold hot winter summer spring fall autumn season seasons storm
    wind cloud cloudy temperature climate wetter regen schnee`,
  outdoors: `outdoors outside nature hike hiking camp camping fishing hunt hunting garden gardening flower flowers plant
    plants tree trees forest woods mountain mountains river lake ocean sea sea beach park parks trail star stars sky
    wald baum blume natur`,
  belief: `god church religion religious bible pray prayer christian catholic jesus faith spiritual jewish muslim
    buddhist monk heaven atheist priest soul meditation meditate kirche gott myth ghost magic`,
  computers: `computer computers internet online software code coding programming program programmer website phone
    app apps facebook twitter instagram social media tech technology robot robots laptop blog email rechner`,
  festive: `holiday holidays christmas halloween thanksgiving birthday party parties celebrate celebration gift present
    easter anniversary weihnachten geburtstag fest`,
  crafts: `art arts artist paint painting draw drawing craft crafts knit knitting sew sewing pottery photography photo photos
    sculpture museum design build building woodwork quilt sketch collect collecting collection kunst bild`,
  age: `age old older young younger teen teenager teens adult elderly grow growing grew birthday sixty fifty forty thirty
    twenty eighteen youth childhood retired alt jung`,
  leisure: `hobby hobbies spare free weekend weekends pastime passtime leisure relax interests activities fun interest`,
  dreams: `dream dreams goal goals future plan plans famous wish hope ambition fear afraid scared scary talent skill
    weakness strength superpower power`,
  speech: `language languages speak spanish french english german italian chinese japanese accent word translate fluent
    bilingual grammar sprache wort`,
  living: `cell cells gene genes dna protein evolution bacteria organism enzyme photosynthesis leaf species hormone
    neuron receptor adenosine organ tissue immune membrane mitochondria zelle gen`,
  matter: `atom atoms molecule electron proton chemical chemistry acid base metal gas liquid solid reaction element
    carbon oxygen hydrogen iron gold energy force gravity light quantum physics electric electricity current voltage magnet
    heat wave sound radiation nuclear`,
  space: `planet planets earth moon sun star stars galaxy universe orbit rocket space astronaut mars venus jupiter
    comet telescope solar mond erde planet weltall`,
  past: `history war king queen emperor empire revolution ancient century medieval roman rome greek egypt castle
    president government parliament treaty slavery battle soldier independence krieg kaiser konig geschichte`,
  society: `law politics political vote election court crime prison police economy market trade industry bank
    democracy rights economics inflation recht wahl`,
  numbers: `number numbers math equation algebra geometry triangle angle theorem proof calculus probability statistics
    function zahl mathematik`,
};

/** The field numbers of a stem. */
export const fieldsOf: ReadonlyMap<string, readonly number[]> = byStem();

function byStem(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [number, words] of Object.values(FIELDS).entries())
    for (const word of new Set(words.split(/\s+/).map(stemOf))) found.set(word, [...(found.get(word) ?? []), number]);
  return found;
}
