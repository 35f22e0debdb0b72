import 'server-only';
import { randomInt } from 'node:crypto';

/** Short, concrete, easy to spell, and hard to mix up when heard. */
const WORDS = `
acorn actor album alley almond amber anchor angle ankle antler apron arbor arch arena armor arrow artist ashes aspen atlas attic
autumn avenue award axle bagel baker ballad bamboo banjo barley barn barrel basin basket bayou beacon beaver bench berry bison
blanket blazer bloom blossom bobbin bonnet border bottle boulder bracket branch brass bread breeze brick bridge broom brush bucket
buckle buffalo bugle bundle burrow butter button cabin cable cactus camel camera canal candle canoe canopy canvas canyon captain
caramel carbon cargo carpet carrot castle cedar cello cement cereal chalk chapel charcoal chart cherub chess chestnut chimney
chisel cider cinder circle citrus clarinet clay cliff clinic cloak clock clover cobalt cobra cocoa coconut comet compass concert
condor copper coral cotton cougar cousin cradle crater crayon creek cricket crimson crow crystal cup curtain cushion cypress dagger
dairy dance dawn deck deer delta denim desert desk diamond diary dinner dolphin donkey door dove dozen drawer dream drum dune eagle
easel echo eclipse elbow elder elm ember emerald engine envelope estate evening fabric factory fairy falcon farmer feather fence
fern ferry festival fiddle field fig finch fjord flag flame flask flint flock flora flute fog forest fork fossil fountain fox frame
freckle frost funnel galaxy gallery garden garlic garnet gate gazelle geyser glacier glass globe glove goat goblet gondola goose
granite grape gravel grove guitar gull hammer hammock harbor harp harvest hawk hazel hedge helmet herald heron hill hinge honeycomb
hoof horizon hornet hotel hour husk icicle igloo indigo ink inlet iris iron island ivory ivy jacket jaguar jasmine jelly jewel
jigsaw journal jungle juniper kayak kettle kiosk kite kiwi koala ladder lagoon lamp lantern larch lark laurel lava lavender leaf
ledger lemonade lens leopard lettuce library lighthouse lilac linen lizard lobster locket lodge loom lotus lumber lunar lynx magnet
magnolia mango mantle maple marble marigold market marsh marten meadow medal melody melon mercury meteor midnight mill mineral mint
mirror mitten moat molasses monsoon morning mosaic moss moth motor mountain mulberry mural museum mushroom mustard napkin nectar
needle nest nickel north nougat novel nutmeg oak oasis oatmeal oboe octave olive onion opal orbit orchard orchid organ otter outpost
owl oyster paddle pagoda palace palm pancake panda papaya paper parade parcel parrot parsley pasture path patio peach pearl pebble
pecan pelican pencil penguin peony piano picnic pier pigeon pillow pilot pine pistachio planet plank plaza plum pocket poem polar
pond pony poplar poppy porch portrait potato pottery prairie prism puffin pumpkin puzzle quail quarry quartz quilt quiver rabbit
raccoon radish raft railway raisin raven reef ribbon ridge ripple robin rocket roof rosemary rudder ruby saddle saffron sail salmon
sandal sapphire satchel saucer scarf school scooter seagull season shawl shell shepherd shore shovel silk silver sketch sleigh slipper
snow sofa sparrow spindle spiral sponge spoon spruce squash squirrel stable stamp statue steam stone stork stove straw stream sugar
summit sundial swallow swan sweater sycamore syrup table tablet tambourine tandem tangerine tapestry teapot temple terrace thimble
thistle thunder ticket timber toast tomato topaz torch tower trail tram treetop trellis trombone trout trumpet tulip tundra tunnel
turnip turtle twilight umbrella valley vanilla vault velvet veranda vessel village vine violet violin volcano voyage waffle wagon
walnut walrus water wheat whistle willow window winter wisteria wood wool wren yacht yarn yogurt zebra zeppelin zinc zucchini
`
  .trim()
  .split(/\s+/);

/** Five of about six hundred words: 46 bits, beyond guessing against argon2id. */
const WORD_COUNT = 5;

export function suggestPassphrase(): string {
  const chosen = new Set<string>();
  while (chosen.size < WORD_COUNT) chosen.add(WORDS[randomInt(WORDS.length)] as string);
  return [...chosen].join('-');
}
