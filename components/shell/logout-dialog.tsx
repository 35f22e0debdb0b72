'use client';

import { useRef, useState } from 'react';
import { hasDraft } from '@/components/draft/draft-store';
import type { OverlayProps } from '@/components/overlay/overlay';
import { useConnected } from '@/components/query/connectivity';
import { announceLogout } from '@/components/query/session-channel';
import { leaveOnPurpose } from '@/components/query/session-expiry';
import { hasQueuedChanges } from '@/components/query/stored-names';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/overlay/dialog';
import { forgetSignedIn } from '@/components/viewer/browser-storage';
import { useShellIfAny } from '@/components/viewer/shell-context';
import { signOut } from '@/lib/session/actions';

/** Words from the specification. Ends the session here, on the server and in all tabs. */
export function LogoutDialog({ open, onOpenChange }: OverlayProps) {
  const no = useRef<HTMLButtonElement>(null);
  const connected = useConnected();
  // Also used outside the shell, by people who wait for approval.
  const member = useShellIfAny()?.member._id;
  const unsent = open && member !== undefined && (hasDraft(member) || hasQueuedChanges(member));
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);

  async function leave() {
    setPending(true);
    setFailed(false);
    const stay = leaveOnPurpose();
    announceLogout('logging out');
    try {
      await signOut();
    } catch (error) {
      // The redirect after success arrives as an error with a digest.
      if (!(error instanceof Error && 'digest' in error && String(error.digest).startsWith('NEXT_REDIRECT'))) {
        stay();
        announceLogout('logout failed');
        setPending(false);
        setFailed(true);
        return;
      }
    }
    forgetSignedIn();
    announceLogout();
    // A full page load: nothing of the session stays in memory.
    window.location.replace('/');
  }

  return (
    <Dialog
      size="sm"
      role="alertdialog"
      open={open}
      onOpenChange={onOpenChange}
      initialFocus={no}
      title="Logout"
      description="Are you sure you want to logout ?"
      footer={
        <>
          <DialogClose>
            <Button ref={no}>No</Button>
          </DialogClose>
          <Button variant="primary" pending={pending} disabled={!connected} onClick={leave}>
            Yes
          </Button>
        </>
      }
    >
      {(unsent || failed || !connected) && (
        <div className="flex flex-col gap-2 text-sm">
          {unsent && (
            <p className="text-text-2">What you have not sent stays in this browser until you log in here again.</p>
          )}
          {!connected ? (
            <p role="status" className="text-warn-text">
              You are offline. Log out when you are connected again.
            </p>
          ) : (
            failed && (
              <p role="alert" className="text-danger-text">
                You are still signed in: the server could not be reached. Try again.
              </p>
            )
          )}
        </div>
      )}
    </Dialog>
  );
}
