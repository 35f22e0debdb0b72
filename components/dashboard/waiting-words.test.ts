import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WAITING_WORDS } from './waiting-words';

/** A client reads and comments; nothing on screen or in an email may ask it for a decision that it has no way to give. */
const PROMISE = /(wait\w*|ready) for (you|your)\b|your (answer|approval|sign-off)|approve (the )?results?/i;

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) && !/\.(test|spec)\./.test(entry.name) ? [path] : [];
  });

describe('what a client is told', () => {
  test('names the status that the tasks are in', () => {
    expect(WAITING_WORDS.client.title).toBe('In Testing');
    for (const words of Object.values(WAITING_WORDS.client)) expect(words).not.toMatch(PROMISE);
  });

  test('asks nowhere for an answer', () => {
    const places = ['components/dashboard', 'components/notification', 'components/project', 'components/task'];
    const asking = [...places, 'lib/mail/templates']
      .flatMap(files)
      .filter((path) => PROMISE.test(readFileSync(path, 'utf8')));
    expect(asking).toEqual([]);
  });
});
