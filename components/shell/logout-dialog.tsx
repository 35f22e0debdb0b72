'use client';

import { useRef, useState } from 'react';
import { forgetDrafts, hasDraft } from '@/components/draft/draft-store';
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
  const drafted = open && member !== undefined && hasDraft(member);
  const queued = open && member !== undefined && hasQueuedChanges(member);
  const [keeps, setKeeps] = useState(true);
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
    if (member !== undefined && !keeps) forgetDrafts(member);
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
      {(drafted || queued || failed || !connected) && (
        <div className="flex flex-col gap-2 text-sm">
          {drafted && (
            <>
              <p className="text-text-2">
                {keeps
                  ? 'What you have not sent stays in this browser until you log in here again.'
                  : 'What you have written and not sent is deleted from this browser.'}
              </p>
              <label className="inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={keeps}
                  onChange={({ target }) => setKeeps(target.checked)}
                />
                Keep it until I log in here again
              </label>
            </>
          )}
          {queued && (
            <p className="text-text-2">Changes that wait for a connection are sent when you log in here again.</p>
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
