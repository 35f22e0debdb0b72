import { describe, expect, test } from 'vitest';
import { keepRunning } from './keep-running.mjs';

const DELAYS = [1, 1, 1];

/** Runs a part whose starts go as told; answers what was said, the last line being why it was given up. */
async function watch(begin: (start: number) => Promise<{ ended: Promise<string> }>): Promise<string[]> {
  const said: string[] = [];
  let starts = 0;
  const part = {
    name: 'The part',
    begin: () => begin(++starts),
    tell: (line: string) => void said.push(line.replace(/[\d.]+ s$/, 'N s')),
    giveUp: (line: string) => void said.push(line),
    delays: DELAYS,
  };
  await keepRunning(part, Promise.resolve('by SIGKILL'));
  return said;
}

describe('a part that ends', () => {
  test('is started again, and given up in words when it does not start any more', async () => {
    const said = await watch(async (start) => {
      if (start > 2) throw new Error('the disk is full');
      return { ended: Promise.resolve('with code 7') };
    });
    expect(said).toEqual([
      'The part ended (by SIGKILL); starting it again',
      'The part runs again after N s',
      'The part ended (with code 7); starting it again',
      'The part runs again after N s',
      'The part ended (with code 7); starting it again',
      'The part does not start again, tried 3 times: the disk is full',
    ]);
  });

  test('may fail to start now and then', async () => {
    const said = await watch(async (start) => {
      if (start !== 3 && start < 6) throw new Error('not yet');
      if (start > 6) throw new Error('no more');
      return { ended: Promise.resolve('with code 7') };
    });
    expect(said.filter((line) => line.includes('runs again'))).toHaveLength(2);
    expect(said.at(-1)).toContain('no more');
  });

  test('at once and again is given up', async () => {
    const said = await watch(async () => ({ ended: Promise.resolve('with code 1') }));
    expect(said.at(-1)).toBe('The part ended 20 times within ten minutes, at last with code 1');
  });
});
