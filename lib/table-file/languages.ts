/** How likely a text is one that people write: what tells encodings apart. Runs anywhere. */
import type { Encoding } from '@/lib/table-file/encodings';

/** Letters besides the 26, the usual ones before the bar. */
const WESTERN = [
  'äöüß',
  'éèàçê|âîôûùïëœæÿü',
  'óíáéñ|úüç',
  'ãçáéêó|õíâúàôü',
  'èàòùì|éíóú',
  'ëéï|óöüáê',
  'åäö|éõü',
  'øåæ|éüóòô',
  'íáðéóæöúþý',
  'àéèóòíçïúü',
];
const CENTRAL = ['ąęółżśćńź', 'íáéěřčšýžů|úťďňóö', 'áíčšžťľýúô|éňóďäŕĺ', 'éáöőüóűíú', 'ăâîșțşţ', 'čćšžđ', 'äöüß'];
const CYRILLIC = [
  'оеаинтсрвл|кмдпуяыьгзбчйхжшюцщэфъё',
  'оаниітвреслк|дмпузяьбгйчхцжїюшщфєґыэўё',
  'аиоенрстјукв|дпмлзгбчњљћђџцшжхф',
];
const GREEK = ['αοιετσνηυρπκμλςω|ίάόέήύώγδθχφβξζψϊϋΐΰ'];

/** The first of two that fit equally well is taken. `trust`: rare ones have to fit better. */
export const CANDIDATES: readonly { encoding: Encoding; trust: number; languages: readonly string[] }[] = [
  { encoding: 'windows-1252', trust: 1, languages: WESTERN },
  { encoding: 'windows-1250', trust: 0.95, languages: CENTRAL },
  { encoding: 'windows-1251', trust: 1, languages: CYRILLIC },
  { encoding: 'windows-1253', trust: 0.9, languages: GREEK },
  { encoding: 'windows-1254', trust: 0.9, languages: ['ıüşçöği|âîû'] },
  { encoding: 'windows-1255', trust: 0.9, languages: ['יוהלאתרשמב|נקדחפעגטכצסזךםןףץ'] },
  { encoding: 'windows-1256', trust: 0.9, languages: ['اليمنروتةبع|دسفقكهحجشصخذطضغظءآأؤإئثىزپچژگ'] },
  { encoding: 'windows-1257', trust: 0.85, languages: ['ėšųįžąčęū', 'āšīēū|ņļķģčž'] },
  { encoding: 'windows-874', trust: 0.85, languages: ['านรกเงอมยลวดท|ตสตบปคหแจพชขใไโะผซถฟฉฎศญณธษฐฝภฏฑฒฆฬฮฤฃฅๆำ'] },
  { encoding: 'macintosh', trust: 0.7, languages: WESTERN },
  { encoding: 'iso-8859-2', trust: 0.9, languages: CENTRAL },
  { encoding: 'iso-8859-15', trust: 0.8, languages: WESTERN },
  { encoding: 'koi8-r', trust: 0.9, languages: CYRILLIC },
  { encoding: 'iso-8859-5', trust: 0.85, languages: CYRILLIC },
  { encoding: 'iso-8859-7', trust: 0.85, languages: GREEK },
  { encoding: 'shift_jis', trust: 1, languages: ['ja'] },
  { encoding: 'euc-jp', trust: 0.95, languages: ['ja'] },
  { encoding: 'gb18030', trust: 0.95, languages: ['zh'] },
  { encoding: 'big5', trust: 0.9, languages: ['zh'] },
  { encoding: 'euc-kr', trust: 0.95, languages: ['ko'] },
];

const COMMON_HAN =
  '的一是不了人我在有他这這中大来來上国國个個到说說们們为為子和你地出道也时時年得就那要下以生会會自着去之过過家学學对對可里裡后後小么心多天而能好都然没日于起还還发發成事只作当當想看文无開开手十用主行方又如前所本见見经經头面公同三已老从動动两長长工务務项目計计划設设档請请完客户确認认測试';
const [KANA, HALF_KANA, HAN, HANGUL] = [
  /[\u3040-\u30ff々ー]/,
  /[\uff61-\uff9f]/,
  /[\u3400-\u9fff\uf900-\ufaff]/,
  /[\uac00-\ud7a3]/,
];
const LETTER = /\p{L}/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const ASCII = /[A-Za-z]/;
const LATIN = /\p{Script=Latin}/u;
/** Nothing that a file means has these. */
const NOBODYS = /[\u0080-\u009f\ufffd\ue000-\uf8fe]/;
const PUNCTUATION = new Set('“”‘’‚„…–—•€§°«»©®™·¿¡ºª²³½£\u00a0\u00ad、。「」・（）！？：，；《》【】～～‹›№');
/** Words of one letter. */
const ALONE = new Set('àéèòóíáåöøæúвикосуяа');

/** Of one sign of East Asia. */
function eastAsian(language: string, sign: string): number {
  if (language === 'ja') return KANA.test(sign) ? 1.5 : HAN.test(sign) ? 1 : HALF_KANA.test(sign) ? -0.5 : -1.5;
  if (language === 'ko') return HANGUL.test(sign) ? 1.5 : HAN.test(sign) ? 0.2 : -1.5;
  return COMMON_HAN.includes(sign) ? 2 : HAN.test(sign) ? 0.6 : -1.5;
}

function letterOf(language: string, lower: string): number {
  const at = language.indexOf(lower);
  const bar = language.indexOf('|');
  return at < 0 ? -1.5 : bar < 0 || at < bar ? 1.5 : 1;
}

/** Above 0 for what may be words of one of the languages; null for what no text has. */
export function likelihood(text: string, languages: readonly string[]): number | null {
  if (NOBODYS.test(text)) return null;
  const east = languages.some((language) => language.length === 2);
  const scores = languages.map(() => 0);
  const signs = [...text];
  signs.forEach((sign, at) => {
    if (sign < '\u0080') return;
    const [before = '', after = ''] = [signs[at - 1], signs[at + 1]];
    const within = LETTER.test(before) && LETTER.test(after);
    const all = (value: number) => {
      for (const nth of scores.keys()) scores[nth] = (scores[nth] as number) + value;
    };
    if (PUNCTUATION.has(sign)) all(sign === '’' && within ? 1.5 : within && !east ? -1 : 0.6);
    else if (!LETTER.test(sign))
      all(/\p{M}/u.test(sign) && before > '\u0080' ? 0.1 : LETTER.test(before) || LETTER.test(after) ? -1 : -0.3);
    else if (east)
      languages.forEach((language, nth) => {
        const beside = ASCII.test(before) || ASCII.test(after) ? -1.5 : 0;
        // Each stands for two bytes.
        scores[nth] = (scores[nth] as number) + 2 * (eastAsian(language, sign) + beside);
      });
    else {
      if ((UPPER.test(sign) && LOWER.test(before)) || (LOWER.test(sign) && UPPER.test(after))) all(-2.5);
      const lower = sign.toLowerCase();
      const alone = !LETTER.test(before) && !LETTER.test(after);
      const share = alone ? (ALONE.has(lower) ? 0.25 : 0) : 1;
      if (!share) all(-1);
      // No word is written in two scripts.
      else if (!LATIN.test(sign) && (ASCII.test(before) || ASCII.test(after))) all(-2);
      else
        languages.forEach((language, nth) => {
          scores[nth] = (scores[nth] as number) + share * letterOf(language, lower);
        });
    }
  });
  return Math.max(...scores);
}
