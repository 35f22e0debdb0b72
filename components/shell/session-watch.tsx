'use client';

import { useEffect } from 'react';
import { onExpiry, onLogout } from '@/components/query/session-channel';
import { leaveOnPurpose } from '@/components/query/session-expiry';
import { forgetExpired, forgetSignedIn, keepSignedIn } from '@/components/viewer/browser-storage';
import { useShell } from '@/components/viewer/shell-context';

/** Updates what the browser stores about the session (`browser-storage`). */
export function SessionWatch() {
  const { member, organisation } = useShell();
  useEffect(() => {
    keepSignedIn({
      user: { _id: member._id, name: member.name, role: member.role, pic: member.pic },
      organisation: { organisation_name: organisation.name, sub_domain: organisation.key },
      email: member.email,
    });
  }, [member, organisation]);
  useEffect(() => {
    const ends = [
      onLogout(() => {
        leaveOnPurpose();
        forgetSignedIn();
        window.location.replace('/');
      }),
      // Where to go then is decided by the API's client (components/query).
      onExpiry(forgetExpired),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return null;
}
