'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';

type State = 'unknown' | 'unsupported' | 'blocked' | 'off' | 'on';

const WORDS: Record<State, string> = {
  unknown: 'Looking whether this browser takes part.',
  unsupported: 'This browser cannot show notifications of this page.',
  blocked: 'This browser blocks notifications of this page. Allow them in its settings for this page.',
  off: 'This browser shows no notifications.',
  on: 'This browser shows notifications, until you log out.',
};

const registration = () => navigator.serviceWorker.register('/push.js', { scope: '/' });

const subscriptionHere = async () =>
  (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription() ?? null;

/** As the server names it, so that it is known here without its address. */
async function nameOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The browser may still have what the server has forgotten with a session, or what another organisation tells it. */
async function stateNow(known: readonly string[]): Promise<State> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await subscriptionHere();
  return subscription && known.includes(await nameOf(subscription.endpoint)) ? 'on' : 'off';
}

/** Asked for by a button alone, never by itself. `publicKey`: of the installation; `known`: browsers that are told. */
export function PushChoice({ publicKey, known }: { publicKey: string; known: readonly string[] }) {
  const [state, setState] = useState<State>('unknown');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const look = useEffectEvent(() => stateNow(known).then(setState, () => setState('unsupported')));
  useEffect(() => void look(), []);

  async function change(work: () => Promise<State>) {
    setPending(true);
    setFailure(undefined);
    try {
      setState(await work());
    } catch (error) {
      setFailure(error);
      setState(await stateNow(known));
    }
    setPending(false);
  }
  const switchOn = async (): Promise<State> => {
    if ((await Notification.requestPermission()) !== 'granted') return stateNow(known);
    const worker = await registration();
    await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    const { endpoint, keys } = (await worker.pushManager.subscribe(options)).toJSON();
    const { p256dh = '', auth = '' } = keys ?? {};
    await call('POST pushSubscription', { endpoint: endpoint ?? '', keys: { p256dh, auth } });
    return 'on';
  };
  const switchOff = async (): Promise<State> => {
    const subscription = await subscriptionHere();
    if (subscription) {
      await call('DELETE pushSubscription', { endpoint: subscription.endpoint });
      await subscription.unsubscribe();
    }
    return 'off';
  };
  return (
    <section className="flex flex-col items-start gap-2">
      <h3 className="text-base font-semibold">Push</h3>
      <p role="status" className="text-sm text-text-2">
        {WORDS[state]}
      </p>
      <FormError message={failure ? reasonOf(failure) : undefined} attempt={failure} />
      {(state === 'off' || state === 'on') && (
        <Button pending={pending} onClick={() => void change(state === 'on' ? switchOff : switchOn)}>
          {state === 'on' ? 'Show none in this browser' : 'Show them in this browser'}
        </Button>
      )}
    </section>
  );
}
