/** With fifteen characters required, careless passwords are one or two of these, repeated or followed by digits. */
const WORDS = `
password passwort motdepasse contrasena contraseña senha wachtwoord parola haslo lozinka heslo salasana losenord adgangskode
pass passw0rd passwd passcode passphrase secret secrets geheim topsecret private access accesscode keycode pincode
admin administrator root superuser sysadmin user username guest test testing tester demo default temp temporary sample
login signin signup logon welcome willkommen bienvenue bienvenido benvenuto changeme change letmein letme enter opensesame open
iloveyou loveyou love lovely ilove youlove lover forever sweetheart darling honey babygirl baby babe princess prince queen king
monkey dragon tiger lion eagle falcon phoenix panther wolf bear horse dolphin shark snake spider butterfly kitty kitten puppy
football baseball basketball soccer hockey tennis golf cricket rugby swimming liverpool arsenal chelsea barcelona realmadrid
manchester united juventus bayern yankees cowboys lakers steelers packers patriots redsox rangers eagles dodgers raiders
superman batman spiderman ironman starwars pokemon pikachu naruto minecraft fortnite roblox zelda mario sonic matrix
computer internet google facebook youtube instagram twitter whatsapp microsoft windows apple iphone samsung android linux
michael jordan michelle jennifer jessica ashley amanda daniel matthew andrew joshua anthony robert thomas charlie george
william james john david chris christopher nicole samantha elizabeth hannah sophie emily emma olivia maria anna laura
alexander alexandra maximilian sebastian patrick martin peter oliver harry jack jacob joseph benjamin nicholas taylor
summer winter spring autumn sunshine sunflower rainbow flower flowers rose lily daisy star stars moon sun sky ocean river
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday weekend holiday christmas easter
freedom trustno trustnoone whatever hello hellothere hi hey goodbye please thankyou thanks nothing something anything everything
money cash dollar million millionaire lucky luck happy happiness smile friend friends family mother father mommy daddy
sister brother mylove mylife myself mypassword mypass mysecret mybaby jesus jesuschrist christ god godisgood blessed blessing
angel angels heaven devil satan shadow master mustang corvette ferrari porsche mercedes bmw audi honda toyota yamaha harley
cookie chocolate banana orange lemon cherry peanut pepper ginger cheese coffee pizza chicken
london paris berlin newyork america england germany france canada australia mexico india china russia brasil brazil
killer ninja warrior hunter soldier samurai wizard gandalf merlin hobbit frodo
company business office work worker employee manager project projects task tasks team teams team1 studio agency client
guild guildhall hall organisation organization account accounts system server network database security secure
blink metallica nirvana slipknot eminem beatles
qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop asdfghjkl asdfgh asdf zxcvbnm zxcvbn zxcv yxcvbnm
qazwsx qazwsxedc qaz wsx edc rfv tgb yhn ujm qweasd qweasdzxc qwe asd zxc
abc abcd abcde abcdef abcdefg abcdefgh alphabet
one two three four five six seven eight nine ten zero
a an and the is my your i me you we us it in of to for not no yes ok new old first last best good bad big
`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));
