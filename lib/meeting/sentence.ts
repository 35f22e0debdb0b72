/** A meeting in a sentence, such as "standup every weekday 9:30 with Anna". Runs anywhere. */
import { fold } from '@/lib/fold';
import type { Formats } from '@/lib/formats';
import { bare, dayInWords, WEEKDAY_NAMES } from '@/lib/formats/day-words';
import { dayAfter } from '@/lib/formats/days';
import { namedBy } from '@/lib/person/named-by';

type Named = { _id: string; name: string };

/** What is longer is a title, and nothing else is understood of it. */
const MOST_LETTERS = 300;
const MOST_MINUTES = 1_440;

export type SentenceReading = {
  formats: Formats;
  today: string;
  /** Minutes of today that have gone. */
  now: number;
  people: readonly Named[];
  /** The day that is meant where none is said, such as that of a slot. */
  date?: string;
};

/** Null: nothing is said of it. Times are minutes of the day. */
export type MeetingSentence = {
  title: string;
  date: string | null;
  start: number | null;
  minutes: number | null;
  repeat: { rule: string; words: string } | null;
  people: Named[];
};

type Part =
  | { kind: 'date'; date: string }
  | { kind: 'time'; start: number; minutes: number | null }
  | { kind: 'length'; minutes: number }
  | { kind: 'repeat'; rule: string; days: readonly number[] }
  | { kind: 'people'; people: Named[] };
type Match = { parts: Part[]; length: number };

const DAY_CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const WORKING = [1, 2, 3, 4, 5];
const WORKING_CODES = 'MO,TU,WE,TH,FR';
/** Before a name they mean nobody: "with the team". */
const NOBODY = new Set(['a', 'all', 'an', 'my', 'our', 'the', 'their', 'your']);
const NTH: Readonly<Record<string, number>> = { first: 1, third: 3, fourth: 4, last: -1 };

/** 0 Sunday to 6; -1: no day of the week. Also "Mondays" and "mon". */
function weekday(word = ''): number {
  const text = bare(word).toLowerCase().replace(/s$/, '');
  const written = bare(word).toLowerCase();
  return WEEKDAY_NAMES.findIndex(
    (name) =>
      name === text ||
      name === written ||
      (/^(sun|mon|tues?|wed|thu|thurs?|fri|sat)$/.test(written) && name.startsWith(written)),
  );
}

/** Linear in its length: each part looks a few words ahead, and lists are read once. */
export function readSentence(text: string, reading: SentenceReading): MeetingSentence {
  const words = text.length > MOST_LETTERS ? [text] : text.split(/\s+/).filter(Boolean);
  const found = words.map((_, at) => (text.length > MOST_LETTERS ? [] : matchesAt(words, at, reading)));
  // What is understood stands at the beginning or at the end: "prepare the Monday report" stays a title.
  const ends: (Match | null)[] = words.map(() => null);
  let from = words.length;
  for (let at = words.length - 1; at >= 0; at--) {
    const match = found[at]?.find(({ length }) => at + length === words.length || ends[at + length]);
    ends[at] = match ?? null;
    if (match) from = at;
  }
  const parts: Part[] = [];
  let begin = 0;
  for (let next = found[0]?.[0]; next && begin + next.length <= from; next = found[begin]?.[0]) {
    parts.push(...next.parts);
    begin += next.length;
  }
  const spoken: string[] = [];
  for (let at = from; at < words.length; ) {
    const match = ends[at] as Match;
    parts.push(...match.parts);
    if (match.parts[0]?.kind === 'repeat')
      spoken.push(
        words
          .slice(at, at + match.length)
          .map(bare)
          .join(' '),
      );
    at += match.length;
  }
  return together(words.slice(begin, from).join(' '), parts, spoken[0], reading);
}

function together(
  title: string,
  parts: readonly Part[],
  spoken: string | undefined,
  { today, now, date }: SentenceReading,
): MeetingSentence {
  const first = <Kind extends Part['kind']>(kind: Kind) =>
    parts.find((part): part is Part & { kind: Kind } => part.kind === kind);
  const [time, repeat] = [first('time'), first('repeat')];
  const start = time?.start ?? null;
  let day = first('date')?.date ?? date ?? null;
  const isOver = start !== null && start <= now;
  if (day === null && (start !== null || repeat)) day = isOver ? dayAfter(today, 1) : today;
  if (day !== null && repeat?.days.length && !first('date'))
    for (let step = 0; step < 7 && !repeat.days.includes(new Date(`${day}T12:00:00Z`).getUTCDay()); step++)
      day = dayAfter(day, 1);
  return {
    title: bare(title),
    date: day === date && !first('date') ? null : day,
    start,
    minutes: time?.minutes ?? first('length')?.minutes ?? null,
    repeat: repeat ? { rule: repeat.rule, words: repeatWords(repeat.rule, spoken) } : null,
    people: [...new Set(parts.flatMap((part) => (part.kind === 'people' ? part.people : [])))],
  };
}

const repeatWords = (rule: string, spoken = rule) => spoken.charAt(0).toUpperCase() + spoken.slice(1);

/** What may begin with a word, the longest first. */
function matchesAt(words: readonly string[], at: number, reading: SentenceReading): Match[] {
  const whole = [
    peopleAt(words, at, reading),
    repeatAt(words, at),
    timeAt(words, at),
    lengthAt(words, at),
    ...datesAt(words, at, reading),
  ];
  return whole
    .filter((match) => match !== null)
    .flatMap((match) => {
      // "tomorrow 10": a bare hour counts beside a day.
      const hour = /^(date|repeat)$/.test(match.parts[0]?.kind ?? '') && bare(words[at + match.length] ?? '');
      if (!hour || !/^\d{1,2}$/.test(hour) || Number(hour) > 23) return match;
      const start: Part = { kind: 'time', start: Number(hour) * 60, minutes: null };
      return [{ parts: [...match.parts, start], length: match.length + 1 }, match];
    });
}

function peopleAt(words: readonly string[], at: number, { people }: SentenceReading): Match | null {
  const sign = /^@\S/.test(words[at] ?? '');
  if (!sign && words[at]?.toLowerCase() !== 'with') return null;
  const named: Named[] = [];
  let next = sign ? at : at + 1;
  let end = next;
  for (;;) {
    const one = [3, 2, 1]
      .filter((length) => next + length <= words.length)
      .map((length) => ({ length, person: personIn(words.slice(next, next + length), people) }))
      .find(({ person }) => person);
    if (!one?.person) break;
    named.push(one.person);
    end = next + one.length;
    const goesOn = /[,;]$/.test(words[end - 1] ?? '');
    const joins = /^(and|&|,)$/i.test(words[end] ?? '');
    if (!goesOn && !joins) break;
    next = joins ? end + 1 : end;
  }
  return named.length ? { parts: [{ kind: 'people', people: named }], length: end - at } : null;
}

function personIn(words: readonly string[], people: readonly Named[]): Named | undefined {
  const written = words.map(bare).join(' ').replace(/^@/, '');
  // A comma between two words parts two people.
  if (words.slice(0, -1).some((word) => word !== bare(word)) || NOBODY.has(written.toLowerCase())) return undefined;
  const found = namedBy(people, written);
  if (!found || written.length > 2) return found;
  return fold(found.name)
    .split(/[\s-]+/)
    .includes(fold(written))
    ? found
    : undefined;
}

const UNITS: Readonly<Record<string, string>> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' };

function repeatAt(words: readonly string[], at: number): Match | null {
  const word = (offset: number) => bare(words[at + offset] ?? '').toLowerCase();
  const rule = (length: number, text: string, days: readonly number[] = []): Match => ({
    parts: [{ kind: 'repeat', rule: text, days }],
    length,
  });
  const single = Object.values(UNITS).find((unit) => unit.toLowerCase() === word(0));
  if (single) return onDays(words, at, 1, single, 1) ?? rule(1, `FREQ=${single}`);
  if (word(0) !== 'every' && word(0) !== 'each') return null;
  const nth = NTH[word(1)];
  if (nth !== undefined) {
    const month = /^(of|in)$/.test(word(3)) && /^(the|each|every)$/.test(word(4)) && word(5) === 'month' ? 6 : 3;
    const text = nthDay(nth, word(2));
    if (text) return rule(month, `FREQ=MONTHLY;${text}`);
  }
  const second = /^(second|other|2nd)$/.test(word(1))
    ? 2
    : word(1) === 'third'
      ? 3
      : Number(/^\d{1,2}$/.test(word(1)) && word(1));
  const [count, unit] = second ? [second, 2] : [1, 1];
  const frequency = UNITS[word(unit).replace(/s$/, '')];
  const interval = count > 1 ? `;INTERVAL=${count}` : '';
  if (frequency) return onDays(words, at, unit + 1, frequency, count) ?? rule(unit + 1, `FREQ=${frequency}${interval}`);
  if (/^(weekday|workday)s?$/.test(word(unit)) && count === 1)
    return rule(unit + 1, `FREQ=WEEKLY;BYDAY=${WORKING_CODES}`, WORKING);
  return daysAt(words, at, unit, interval);
}

/** "every week on Monday and Thursday", "every month on the last Friday". */
function onDays(words: readonly string[], at: number, from: number, frequency: string, count: number): Match | null {
  const word = (offset: number) => bare(words[at + offset] ?? '').toLowerCase();
  if (word(from) !== 'on') return null;
  const interval = count > 1 ? `;INTERVAL=${count}` : '';
  if (frequency === 'WEEKLY') return daysAt(words, at, from + 1, interval);
  const the = word(from + 1) === 'the' ? from + 2 : from + 1;
  const nth = word(the) === 'second' ? 2 : NTH[word(the)];
  const text = frequency === 'MONTHLY' && nth !== undefined && nthDay(nth, word(the + 1));
  return text
    ? { parts: [{ kind: 'repeat', rule: `FREQ=MONTHLY${interval};${text}`, days: [] }], length: the + 2 }
    : null;
}

function nthDay(nth: number, word: string): string | null {
  if (/^(weekday|workday)$/.test(word)) return `BYDAY=${WORKING_CODES};BYSETPOS=${nth}`;
  const day = weekday(word);
  return day < 0 ? null : `BYDAY=${nth}${DAY_CODES[day]}`;
}

/** Days of the week from a word on: "Monday, Wed and Friday". */
function daysAt(words: readonly string[], at: number, from: number, interval: string): Match | null {
  const days: number[] = [];
  let [next, end] = [from, from];
  for (;;) {
    const day = weekday(words[at + next]);
    if (day < 0) break;
    days.push(day);
    end = next + 1;
    const joins = /^(and|&|,)$/i.test(words[at + end] ?? '');
    if (!joins && !/,$/.test(words[at + end - 1] ?? '')) break;
    next = joins ? end + 1 : end;
  }
  if (!days.length) return null;
  // As weeks begin on Mondays.
  const codes = [...new Set(days)].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7)).map((day) => DAY_CODES[day]);
  return { parts: [{ kind: 'repeat', rule: `FREQ=WEEKLY${interval};BYDAY=${codes.join(',')}`, days }], length: end };
}

type Clock = { hours: number; minutes: number; meridiem: string };
const CLOCK = '(\\d{1,2})(?:[:.](\\d{2}))?(am|pm)?';
const ONE = new RegExp(`^${CLOCK}$`, 'i');
const TWO = new RegExp(`^${CLOCK}[-–]${CLOCK}$`, 'i');

function clock([hours = '', minutes = '', meridiem = '']: readonly (string | undefined)[]): Clock | null {
  const read = { hours: Number(hours), minutes: Number(minutes || 0), meridiem: meridiem.toLowerCase() };
  const isRight =
    hours !== '' && read.minutes < 60 && read.hours <= (meridiem ? 12 : 24) && !(meridiem && read.hours === 0);
  return isRight ? read : null;
}

/** Whether it says more than a number: that it is a time. */
const isSaid = (word: string) => /[:.]\d\d|[ap]m$/i.test(word);

const minutesOf = ({ hours, minutes, meridiem }: Clock) =>
  (meridiem ? (hours % 12) + (meridiem === 'pm' ? 12 : 0) : hours) * 60 + minutes;

function timeAt(words: readonly string[], at: number): Match | null {
  const lead = /^(at|from)$/i.test(words[at] ?? '') ? 1 : 0;
  const word = (offset: number) => bare(words[at + lead + offset] ?? '');
  if (/^(noon|midday)$/i.test(word(0)))
    return { parts: [{ kind: 'time', start: 720, minutes: null }], length: lead + 1 };
  const both = TWO.exec(word(0));
  if (both) return range(clock(both.slice(1, 4)), clock(both.slice(4, 7)), lead + 1);
  const one = ONE.exec(word(0));
  const from = one && clock(one.slice(1, 4));
  if (!one || !from) return null;
  const other = /^(-|–|to|till?|until)$/i.test(word(1)) ? ONE.exec(word(2)) : null;
  const until = other && range(from, clock(other.slice(1, 4)), lead + 3);
  if (until) return until;
  const start = minutesOf(from);
  if ((!lead && !isSaid(word(0))) || start >= 1_440) return null;
  return { parts: [{ kind: 'time', start, minutes: null }], length: lead + 1 };
}

function range(from: Clock | null, to: Clock | null, length: number): Match | null {
  if (!from || !to) return null;
  const end = minutesOf(to);
  // "2-3pm" says it of both; "11-1" goes over noon.
  const both =
    !from.meridiem &&
    to.meridiem &&
    minutesOf({ ...from, meridiem: to.meridiem }) < end &&
    from.hours > 0 &&
    from.hours <= 12;
  const start = minutesOf(both ? { ...from, meridiem: to.meridiem } : from);
  const late = end > start || to.meridiem || to.hours >= 12 ? end : end + 720;
  if (late <= start || late > 1_440) return null;
  return { parts: [{ kind: 'time', start, minutes: late - start }], length };
}

function lengthAt(words: readonly string[], at: number): Match | null {
  const lead = words[at]?.toLowerCase() === 'for' ? 1 : 0;
  const word = (offset: number) => bare(words[at + lead + offset] ?? '').toLowerCase();
  const length = (minutes: number, count: number): Match | null =>
    minutes >= 1 && minutes <= MOST_MINUTES ? { parts: [{ kind: 'length', minutes }], length: lead + count } : null;
  if (word(0) === 'half' && word(1) === 'an' && word(2) === 'hour') return length(30, 3);
  if (/^an?$/.test(word(0)) && word(1) === 'hour') return length(60, 2);
  const inOne = /^(\d{1,3}(?:[.,]\d{1,2})?)(h|hours?|hrs?|m|mins?|minutes?)(\d{1,2})?(?:m|min)?$/.exec(word(0));
  const inTwo = /^\d{1,3}(?:[.,]\d{1,2})?$/.test(word(0)) && /^(h|hours?|hrs?|m|mins?|minutes?)$/.test(word(1));
  const [count, unit, rest] = inOne ? [inOne[1], inOne[2], inOne[3]] : inTwo ? [word(0), word(1), undefined] : [];
  if (!count || !unit) return null;
  const number = Number(count.replace(',', '.')) * (unit.startsWith('h') ? 60 : 1) + Number(rest ?? 0);
  return length(Math.round(number), inOne ? 1 : 2);
}

/** The words may be a day in more than one way: "3 Dec 2027" and "3 Dec". */
function datesAt(words: readonly string[], at: number, reading: SentenceReading): (Match | null)[] {
  const lead = words[at]?.toLowerCase() === 'on' ? 1 : 0;
  return [3, 2, 1].map((count) => {
    const run = words.slice(at + lead, at + lead + count).map((word, step, all) => {
      const day = step === all.length - 1 ? weekday(word) : -1;
      return day < 0 ? word.replace(/^(\d{1,2})(st|nd|rd|th)$/i, '$1') : (WEEKDAY_NAMES[day] ?? word);
    });
    const date = run.length === count ? dayInWords(run, reading) : null;
    return date === null ? null : { parts: [{ kind: 'date', date }], length: lead + count };
  });
}
