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

export const JOURNEY_RULES: Rule[] = [
  {
    name: 'no journey waits shorter than the settings say',
    because: 'a busy machine is no reason to fail',
    broken: (sources) =>
      journeys(sources).flatMap(([file, source]) =>
        [...source.replace(TRIED_AGAIN, '').matchAll(/\btimeout: ([\d_]+)/g)]
          .filter(([, given = '']) => Number(given.replaceAll('_', '')) < WAIT_MS)
          .map(([text]) => `${file}: ${text}`),
      ),
  },
  {
    name: 'no journey sleeps',
    because: 'it says what it waits for, or a slower machine breaks it',
    broken: (sources) =>
      journeys(sources)
        .filter(([, source]) => /\bwaitForTimeout\(/.test(source))
        .map(([file]) => file),
  },
  {
    name: 'no part sleeps',
    because: 'it says what it waits for, or holds an answer until it is time',
    broken: (sources) =>
      parts(sources)
        .filter(([, source]) => /\bsetTimeout\((?!\(\) => \w+, 0\b)|\bwaitForTimeout\(/.test(source))
        .map(([file]) => file),
  },
  {
    name: 'no journey has less time than the settings give it',
    because: 'a slower machine needs what is given to all',
    broken: (sources) =>
      journeys(sources).flatMap(([file, source]) =>
        [...source.matchAll(/\btest\.setTimeout\(([\d_]+)\)/g)]
          .filter(([, given = '']) => Number(given.replaceAll('_', '')) < TEST_MS)
          .map(([text]) => `${file}: ${text}`),
      ),
  },
  {
    name: 'no journey compares an address at one moment',
    because: 'it changes a moment before or after the page does: expect(page).toHaveURL waits for it',
    broken: (sources) =>
      journeys(sources).flatMap(([file, source]) =>
        [...source.matchAll(/\bexpect\((?:new URL\()?\w+\.url\(\)[^;\n]*/g)].map(([text]) => `${file}: ${text}`),
      ),
  },
  {
    name: 'no journey presses Undo against the clock',
    because: 'a message is gone after five seconds: messagesStay keeps it',
    broken: (sources) =>
      journeys(sources)
        .filter(([, source]) => source.includes("name: 'Undo' })") && !source.includes('await messagesStay('))
        .map(([file]) => file),
  },
];
