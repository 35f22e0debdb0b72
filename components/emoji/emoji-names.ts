/** What one writes between colons, with its sign; the first of several names is offered. Fetched when somebody begins one. */
const NAMES = `
smile 😄;grin 😁;joy 😂;rofl 🤣;smiley 😃;laughing 😆;sweat_smile 😅;wink 😉;blush 😊;slight_smile 🙂;upside_down 🙃;innocent 😇
heart_eyes 😍;kissing_heart 😘;yum 😋;stuck_out_tongue 😛;zany 🤪;thinking 🤔;raised_eyebrow 🤨;neutral 😐;expressionless 😑
no_mouth 😶;smirk 😏;unamused 😒;roll_eyes 🙄;grimacing 😬;relieved 😌;pensive 😔;sleepy 😪;sleeping 😴;mask 😷;thermometer_face 🤒
dizzy_face 😵;exploding_head 🤯;cowboy 🤠;partying 🥳;sunglasses 😎;nerd 🤓;confused 😕;worried 😟;frowning 🙁;open_mouth 😮
astonished 😲;flushed 😳;pleading 🥺;fearful 😨;cry 😢;sob 😭;scream 😱;disappointed 😞;sweat 😓;weary 😩;tired 😫;yawning 🥱
triumph 😤;angry 😠;rage 😡;skull 💀;ghost 👻;robot 🤖;poop 💩;clown 🤡;see_no_evil 🙈;hear_no_evil 🙉;speak_no_evil 🙊
wave 👋;ok_hand 👌;pinched 🤌;victory ✌️;crossed_fingers 🤞;metal 🤘;call_me 🤙;point_left 👈;point_right 👉;point_up 👆;point_down 👇
+1 👍;thumbsup 👍;-1 👎;thumbsdown 👎;fist ✊;punch 👊;clap 👏;raised_hands 🙌;open_hands 👐;handshake 🤝;pray 🙏;thanks 🙏;muscle 💪
writing_hand ✍️;eyes 👀;eye 👁️;brain 🧠;ear 👂;nose 👃;tongue 👅;lips 👄;facepalm 🤦;shrug 🤷;bow 🙇;raising_hand 🙋;runner 🏃;dancer 💃
heart ❤️;orange_heart 🧡;yellow_heart 💛;green_heart 💚;blue_heart 💙;purple_heart 💜;black_heart 🖤;broken_heart 💔;two_hearts 💕
100 💯;boom 💥;fire 🔥;star ⭐;sparkles ✨;zap ⚡;sunny ☀️;cloud ☁️;rain 🌧️;snow ❄️;rainbow 🌈;umbrella ☔;moon 🌙;earth 🌍
tada 🎉;party 🎉;confetti 🎊;balloon 🎈;gift 🎁;birthday 🎂;cake 🍰;trophy 🏆;medal 🏅;first_place 🥇;target 🎯;dice 🎲;art 🎨;music 🎵
coffee ☕;tea 🍵;beer 🍺;beers 🍻;wine 🍷;champagne 🍾;pizza 🍕;burger 🍔;fries 🍟;taco 🌮;salad 🥗;bread 🍞;cheese 🧀;egg 🥚
apple 🍎;banana 🍌;cherries 🍒;strawberry 🍓;lemon 🍋;avocado 🥑;cookie 🍪;chocolate 🍫;ice_cream 🍨;doughnut 🍩;popcorn 🍿
dog 🐶;cat 🐱;mouse 🐭;rabbit 🐰;fox 🦊;bear 🐻;panda 🐼;koala 🐨;tiger 🐯;lion 🦁;cow 🐮;pig 🐷;frog 🐸;monkey 🐵;chicken 🐔;penguin 🐧
bird 🐦;owl 🦉;unicorn 🦄;bee 🐝;bug 🐛;butterfly 🦋;snail 🐌;turtle 🐢;snake 🐍;octopus 🐙;fish 🐟;whale 🐳;dolphin 🐬;sloth 🦥
tree 🌳;evergreen 🌲;palm 🌴;cactus 🌵;seedling 🌱;herb 🌿;clover 🍀;leaves 🍃;rose 🌹;sunflower 🌻;tulip 🌷;bouquet 💐
rocket 🚀;airplane ✈️;car 🚗;bus 🚌;train 🚆;bike 🚲;ship 🚢;anchor ⚓;construction 🚧;house 🏠;office 🏢;hospital 🏥;factory 🏭
computer 💻;keyboard ⌨️;printer 🖨️;phone 📱;telephone ☎️;camera 📷;tv 📺;bulb 💡;battery 🔋;plug 🔌;wrench 🔧;hammer 🔨;gear ⚙️;tools 🛠️
magnet 🧲;key 🔑;lock 🔒;unlock 🔓;bell 🔔;no_bell 🔕;loudspeaker 📢;mag 🔍;link 🔗;paperclip 📎;scissors ✂️;pushpin 📌;pencil ✏️;memo 📝
calendar 📅;clipboard 📋;chart 📈;chart_down 📉;bar_chart 📊;folder 📁;package 📦;mailbox 📫;email 📧;inbox 📥;outbox 📤;book 📖;books 📚
newspaper 📰;money 💰;dollar 💵;euro 💶;credit_card 💳;hourglass ⏳;alarm ⏰;stopwatch ⏱️;watch ⌚;clock 🕐
check ✅;white_check_mark ✅;heavy_check_mark ✔️;x ❌;cross ❌;warning ⚠️;no_entry ⛔;question ❓;exclamation ❗;bangbang ‼️;info ℹ️
recycle ♻️;red_circle 🔴;green_circle 🟢;yellow_circle 🟡;blue_circle 🔵;new 🆕;ok 🆗;sos 🆘;top 🔝;soon 🔜;zzz 💤;arrow_up ⬆️;arrow_down ⬇️
arrow_left ⬅️;arrow_right ➡️;repeat 🔁;plus ➕;minus ➖;infinity ♾️;flag 🚩;checkered_flag 🏁;white_flag 🏳️;rainbow_flag 🏳️‍🌈`;

export type NamedEmoji = { name: string; emoji: string };

export const EMOJI: readonly NamedEmoji[] = NAMES.split(/[;\n]/)
  .filter(Boolean)
  .map((pair) => {
    const [name = '', emoji = ''] = pair.split(' ');
    return { name, emoji };
  });

/** By the beginning of the name, or of one of its words. */
export const emojiLike = (begun: string, most = 8): NamedEmoji[] =>
  [
    ...EMOJI.filter(({ name }) => name.startsWith(begun)),
    ...EMOJI.filter(({ name }) => !name.startsWith(begun) && name.split('_').some((word) => word.startsWith(begun))),
  ].slice(0, most);

export const emojiNamed = (name: string): string | undefined => EMOJI.find((one) => one.name === name)?.emoji;
