import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { LiveConnection } from '@/components/live/connection';
import { CHANNEL, LiveTrial, pollsOfAnother, QUICK, soon, Tab, USER } from '@/components/live/connection-fixture';
import { publishBatch, terminateUser } from '@/lib/realtime/publish';
import { APP } from '@/lib/test/protocol-fixture';

let trial: LiveTrial;
beforeEach(async () => {
  trial = await LiveTrial.start();
});
afterEach(() => trial.end());

describe('A live connection', () => {
  it('is live, hears the known events with their ids, and passes over everything else', async () => {
    const tab = trial.tab();
    tab.listen();
    await tab.caughtUp('subscribed');
    expect(tab.states).toEqual(['live']);
    const to = { channel: CHANNEL };
    await publishBatch(trial.publish, [
      { ...to, event: 'task.created', data: { id: 'a', version: 1, project_id: '1' } },
      { ...to, event: 'task.exploded', data: { id: 'b' } },
      { ...to, event: 'toString', data: { id: 'b' } },
      { ...to, event: 'task.changed', data: 'text' },
      { ...to, event: 'task.changed', data: null },
      { ...to, event: 'task.changed', data: { id: 5 } },
    ]);
    await tab.mark('end');
    expect(tab.messages).toEqual([
      { event: 'task.created', channel: CHANNEL, data: { id: 'a', version: 1, project_id: '1' } },
      { event: 'task.changed', channel: CHANNEL, data: { id: 'end' } },
    ]);
  });

  test('P05 hears nothing that another browser says, where the service passes it on', async () => {
    const tab = trial.tab();
    tab.listen();
    await tab.caughtUp('subscribed');
    const to = { channel: CHANNEL, data: { id: 'a', version: 9 } };
    await publishBatch(trial.publish, [
      { ...to, event: 'client-task.changed' },
      { ...to, event: 'client-message.added' },
    ]);
    await tab.mark('end');
    expect(tab.messages.map(({ data }) => data.id)).toEqual(['end']);
  });

  it('asks once for its user and all channels, also after a loss; what it joins later is asked for together', async () => {
    trial.signsTogether = true;
    const tab = trial.tab();
    tab.listen();
    tab.listen('private-project-2');
    await tab.caughtUp('subscribed');
    await tab.mark('first', 'private-project-2');
    expect(trial.asked).toEqual(['POST /api/pusher/user']);
    await trial.serverGone();
    await soon(() => tab.states).toContain('connecting');
    await trial.serverBack();
    await soon(() => tab.reasons).toContain('reconnected');
    await tab.mark('second');
    expect(trial.asked).toEqual(['POST /api/pusher/user', 'POST /api/pusher/user']);
    for (let project = 3; project <= 222; project++) tab.listen(`private-project-${project}`);
    await tab.mark('third', 'private-project-222');
    expect(trial.asked).toHaveLength(3);
    expect(trial.askedFor('private-project-3')).toBe(1);
    await soon(async () => (await trial.channels()).length).toBe(222);
  });

  it('subscribes once for many listeners, and leaves some time after the last is gone', async () => {
    const tab = trial.tab();
    const [endFirst, endSecond] = [tab.listen(), tab.listen()];
    await tab.caughtUp('subscribed');
    expect(trial.askedFor(CHANNEL)).toBe(1);
    endFirst();
    endFirst();
    await tab.mark('for the second');
    expect(tab.messages).toHaveLength(1);
    endSecond();
    const endThird = tab.listen();
    await tab.mark('for the third');
    expect(trial.askedFor(CHANNEL)).toBe(1);
    endThird();
    await soon(() => trial.channels()).toEqual([]);
  });

  it('tells who begins to listen after its page was rendered what came in between, and nobody else', async () => {
    const tab = trial.tab();
    const end = tab.listen();
    await tab.caughtUp('subscribed');
    await tab.mark('in between');
    end();
    const [lately, later]: [string[], string[]] = [[], []];
    tab.connection.subscribe(CHANNEL, ({ data }) => lately.push(data.id), true);
    tab.connection.subscribe(CHANNEL, ({ data }) => later.push(data.id));
    expect([lately, later]).toEqual([['in between'], []]);
    tab.listen();
    await tab.mark('afterwards');
    expect([lately, later]).toEqual([['in between', 'afterwards'], ['afterwards']]);
  });

  it('can be opened, closed and opened again, and hears each event once', async () => {
    const tab = trial.tab();
    tab.listen();
    tab.connection.close();
    tab.connection.open();
    await tab.caughtUp('subscribed');
    tab.connection.close();
    tab.connection.open();
    await tab.caughtUp('subscribed', 'reconnected');
    await tab.mark('a');
    expect(tab.messages).toHaveLength(1);
  });

  it('is paused and asks from time to time when no service is configured', async () => {
    const connection = new LiveConnection(null, { timing: QUICK });
    const tab = new Tab(connection);
    connection.open();
    expect(connection.getState()).toBe('paused');
    await soon(() => tab.reasons.length).toBeGreaterThan(2);
    expect(new Set(tab.reasons)).toEqual(new Set(['poll']));
    connection.close();
  });
});

it('A paused connection asks for nothing while nobody looks or the browser is offline, and at once when somebody does', () => {
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
  const connection = new LiveConnection(null, { timing: QUICK });
  const { reasons } = new Tab(connection);
  connection.open();
  vi.advanceTimersByTime(5 * QUICK.pollEvery);
  expect(reasons).toEqual([]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(reasons).toEqual(['poll']);
  page.dispatchEvent(new Event('visibilitychange'));
  vi.stubGlobal('navigator', { onLine: false });
  vi.advanceTimersByTime(5 * QUICK.pollEvery);
  expect(reasons).toEqual(['poll']);
  vi.stubGlobal('navigator', { onLine: true });
  vi.advanceTimersByTime(QUICK.pollEvery);
  expect(reasons).toEqual(['poll', 'poll']);
  connection.close();
});

describe('A channel', () => {
  it('is asked for again when the application could not answer, and catches up then', async () => {
    trial.answers.push(503, 429, 500);
    const tab = trial.tab();
    tab.listen();
    await soon(() => trial.askedFor(CHANNEL)).toBe(4);
    await tab.mark('a');
    expect(tab.reasons.at(-1)).toBe('subscribed');
  });

  it('is given up on this connection when it is not the member’s to hear', async () => {
    trial.answers.push(403);
    const tab = trial.tab();
    tab.listen();
    await tab.caughtUp('subscribed');
    tab.listen('private-project-2');
    await tab.mark('a', 'private-project-2');
    await pollsOfAnother(2);
    expect(trial.askedFor(CHANNEL)).toBe(1);
  });

  it('that is refused for want of a session leads to the question whether it holds', async () => {
    trial.answers.push(401);
    let questions = 0;
    const tab = trial.tab({
      onTerminated: async () => {
        questions++;
        return false;
      },
    });
    tab.listen();
    await tab.state('paused');
    expect(questions).toBe(1);
  });

  it('is asked for again when its signature was refused although the session holds', async () => {
    trial.channelSecret = 'wrong';
    const tab = trial.tab({
      onTerminated: async () => {
        trial.channelSecret = APP.secret;
        return true;
      },
    });
    tab.listen();
    await tab.mark('a');
    expect([trial.askedFor(CHANNEL), tab.states]).toEqual([2, ['live']]);
  });
});

describe('After a loss', () => {
  it('it subscribes again and only then asks to catch up, once', async () => {
    const tab = trial.tab({ timing: { pausedAfter: 60_000 } });
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
    const tab = trial.tab({ timing: { pausedAfter: 60_000 } });
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
});

it('A terminated connection comes back when the session holds, and tells that it did', async () => {
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

it('A terminated connection stays away when the session has ended, and asks for nothing more', async () => {
  const tab = trial.tab({ onTerminated: async () => false });
  tab.listen();
  await terminate(tab);
  await tab.state('paused');
  const { length } = trial.asked;
  await pollsOfAnother(3);
  expect([tab.reasons, trial.asked.length, await trial.channels()]).toEqual([['subscribed'], length, []]);
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
