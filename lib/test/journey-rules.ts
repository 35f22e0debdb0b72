import type { Rule } from './architecture-rules';

/** What is tried again until it is so may give up early each time. */
const TRIED_AGAIN = /expect\(async \(\) => \{[\s\S]*?\}(?:, \w+)?\)\.toPass\(/g;
/** The settings' own wait, in ms (e2e/playwright.config.ts). */
const WAIT_MS = 40_000;
const TEST_MS = 180_000;

const journeys = (sources: ReadonlyMap<string, string>) =>
  [...sources].filter(([file]) => /^e2e\/(?:journeys|accessibility|whole|support)\//.test(file));
/** Components in a browser, and what they are shown with. */
const parts = (sources: ReadonlyMap<string, string>) =>
  [...sources].filter(([file]) => /\.part\.tsx$|^components\/test\//.test(file));

/** `broken`: what of a file's text must not be there. */
const never = (
  name: string,
  because: string,
  broken: (source: string) => (readonly string[])[],
  files = journeys,
): Rule => ({
  name,
  because,
  broken: (sources) => files(sources).flatMap(([file, source]) => broken(source).map(([text]) => `${file}: ${text}`)),
});
const shorterThan = (ms: number, source: string, time: RegExp) =>
  [...source.matchAll(time)].filter(([, given = '']) => Number(given.replaceAll('_', '')) < ms);

export const JOURNEY_RULES: Rule[] = [
  never('no journey waits shorter than the settings say', 'a busy machine is no reason to fail', (source) =>
    shorterThan(WAIT_MS, source.replace(TRIED_AGAIN, ''), /\btimeout: ([\d_]+)/g),
  ),
  never('no journey sleeps', 'it says what it waits for, or a slower machine breaks it', (source) => [
    ...source.matchAll(/\bwaitForTimeout\(/g),
  ]),
  never(
    'no part sleeps',
    'it says what it waits for, or holds an answer until it is time',
    (source) => [...source.matchAll(/\bsetTimeout\((?!\(\) => \w+, 0\b)|\bwaitForTimeout\(/g)],
    parts,
  ),
  never('no journey has less time than the settings give it', 'a slower machine needs what is given to all', (source) =>
    shorterThan(TEST_MS, source, /\btest\.setTimeout\(([\d_]+)\)/g),
  ),
  never(
    'no journey compares an address at one moment',
    'it changes a moment before or after the page does: expect(page).toHaveURL waits for it',
    (source) => [...source.matchAll(/\bexpect\((?:new URL\()?\w+\.url\(\)[^;\n]*/g)],
  ),
  never(
    'no journey presses Undo against the clock',
    'a message is gone after five seconds: messagesStay keeps it',
    (source) => (source.includes('await messagesStay(') ? [] : [...source.matchAll(/name: 'Undo' \}\)/g)]),
  ),
];
