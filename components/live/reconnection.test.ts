import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { terminateUser } from '@/lib/realtime/publish';
import { LiveTrial, pollsOfAnother, soon, type Tab, USER } from './connection-fixture';

let trial: LiveTrial;
beforeEach(async () => {
  trial = await LiveTrial.start();
});
afterEach(() => trial.end());

describe('After a loss', () => {
  it('it subscribes again and only then asks to catch up, once', async () => {
    const tab = trial.tab({ timing: { pausedAfter: 5_000 } });
    tab.listen();
    tab.listen('private-project-2');
    await tab.caughtUp('subscribed');
    const heardAtCatchUp = new Promise<string[]>((resolve) => {
      tab.connection.onCatchUp(async () => resolve(await trial.channels()));
    });
    await trial.serverGone();
    await trial.serverBack();
    expect(await heardAtCatchUp).toEqual(['private-project-1', 'private-project-2']);
    await tab.caughtUp('subscribed', 'reconnected');
    await tab.mark('a');
  });

  it('it tries again and again, at a pace of its own, until the server is back', async () => {
    const tab = trial.tab({ timing: { connectTimeout: 100 } });
    tab.listen();
    await tab.caughtUp('subscribed');
    await trial.serverGone();
    // By then several attempts were given up.
    await pollsOfAnother(15);
    await trial.serverBack();
    await soon(() => tab.reasons.at(-1)).toBe('reconnected');
    await tab.mark('a');
  });

  it('it says nothing when the gap is short', async () => {
    const tab = trial.tab({ timing: { pausedAfter: 5_000 } });
    tab.listen();
    await tab.state('live');
    await trial.serverGone();
    // Before the SDK itself, which calls itself connected until it tries again a second later.
    await expect.poll(() => tab.connection.getState(), { interval: 5 }).toBe('connecting');
    await trial.serverBack();
    await tab.state('live');
    expect(tab.states).toEqual(['live', 'connecting', 'live']);
  });

  it('it is paused after a while, asks from time to time, and stops asking when live again', async () => {
    const tab = trial.tab();
    tab.listen();
    await tab.caughtUp('subscribed');
    await trial.serverGone();
    await tab.state('paused');
    await soon(() => tab.reasons.filter((reason) => reason === 'poll').length).toBe(2);
    await trial.serverBack();
    await tab.state('live');
    await soon(() => tab.reasons.at(-1)).toBe('reconnected');
    const count = tab.reasons.length;
    await tab.mark('a');
    await pollsOfAnother(2);
    expect(tab.reasons).toHaveLength(count);
    expect(tab.states).toEqual(['live', 'connecting', 'paused', 'live']);
  });

  it('it is paused when the first connection never comes about, and live when it does', async () => {
    await trial.serverGone();
    const tab = trial.tab({ timing: { pausedAtFirst: 50 } });
    tab.listen();
    await tab.state('paused');
    await trial.serverBack();
    await tab.state('live');
    await tab.mark('a');
  });
});

describe('A terminated connection', () => {
  it('comes back when the session holds, and tells that it did', async () => {
    const returned: string[] = [];
    const tab = trial.tab({
      onTerminated: async () => {
        returned.push('asked');
        return true;
      },
    });
    tab.connection.onReturned(() => returned.push('returned'));
    tab.listen();
    await terminate(tab);
    await tab.caughtUp('subscribed', 'reconnected');
    expect(returned).toEqual(['asked', 'returned']);
    await tab.mark('a');
  });

  it('stays away when the session has ended, and asks for nothing more', async () => {
    const tab = trial.tab({ onTerminated: async () => false });
    tab.listen();
    await terminate(tab);
    await tab.state('paused');
    const { length } = trial.asked;
    await pollsOfAnother(3);
    expect([tab.reasons, trial.asked.length, await trial.channels()]).toEqual([['subscribed'], length, []]);
  });

  it('comes back when the session cannot be asked about', async () => {
    const tab = trial.tab({ onTerminated: () => Promise.reject(new Error('no answer')) });
    tab.listen();
    await terminate(tab);
    await tab.caughtUp('subscribed', 'reconnected');
  });
});

/** Ends the connections of the tab's user; repeated, since the sign-in is not told to the outside. */
async function terminate(tab: Tab): Promise<void> {
  await tab.caughtUp('subscribed');
  const attempt = async () => {
    await terminateUser(trial.publish, USER);
    return tab.states;
  };
  await soon(attempt).toContain('connecting');
}
