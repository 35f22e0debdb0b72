'use client';

import { useEffect } from 'react';
import { onExpiry, onLogout, onView } from '@/components/query/session-channel';
import { leaveOnPurpose } from '@/components/query/session-expiry';
import { forgetExpired, forgetSignedIn, keepSignedIn } from '@/components/viewer/browser-storage';
import { useShell } from '@/components/viewer/shell-context';

/** How long (ms) a tab waits for another one that began to log out. */
const LOGOUT_MS = 30_000;

/** Updates what the browser stores about the session (`browser-storage`), and goes with the tab that logs out. */
export function SessionWatch() {
  const { member, organisation, view } = useShell();
  useEffect(() => {
    // The browser stays whose it is.
    if (view) return;
    keepSignedIn({
      user: { _id: member._id, name: member.name, role: member.role, pic: member.pic },
      organisation: { organisation_name: organisation.name, sub_domain: organisation.key },
      email: member.email,
    });
  }, [member, organisation, view]);
  useEffect(() => {
    let stay = () => {};
    let late: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      clearTimeout(late);
      stay();
      stay = () => {};
    };
    const ends = [
      // The server may refuse this tab before it hears that the logout is done: that is no expiry.
      onLogout(() => {
        goOn();
        stay = leaveOnPurpose();
        late = setTimeout(goOn, LOGOUT_MS);
      }, 'logging out'),
      onLogout(goOn, 'logout failed'),
      onLogout(() => {
        clearTimeout(late);
        leaveOnPurpose();
        forgetSignedIn();
        window.location.replace('/');
      }),
      // The tab goes with another one that began to look as a client, or stopped.
      onView(() => window.location.reload()),
      // Where to go then is decided by the API's client (components/query).
      onExpiry(forgetExpired),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return null;
}
