import { beforeAll } from 'vitest';

/** What a test file's calls logged, so that a failure tells the server's own reason. */
const lines: string[] = [];

beforeAll(() => {
  const { error } = console;
  const recorded = (...words: unknown[]) => {
    lines.push(words.map(String).join(' '));
    error(...words);
  };
  console.error = recorded;
  return () => {
    if (console.error === recorded) console.error = error;
  };
});

/** The lines that hold `text`, such as a request's id, and the last ones where none does. */
export function loggedAbout(text: string): string {
  const about = lines.filter((line) => line.includes(text));
  return (about.length ? about : lines.slice(-5)).join('\n');
}
