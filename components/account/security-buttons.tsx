'use client';

import { type ComponentType, useId, useState } from 'react';
import { Button, type ButtonLook } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import type { OwnSecurity } from '@/lib/account/schema.security';
import type { SecurityDialogProps } from './second-factor-dialogs';

type Dialog = ComponentType<SecurityDialogProps>;
type Offer = ButtonLook & { text: string; load: () => Promise<Dialog> };

const setUp = () => import('./second-factor-dialogs').then((part) => part.SetUpDialog);
const newCodes = () => import('./second-factor-dialogs').then((part) => part.NewCodesDialog);
const switchOff = () => import('./second-factor-dialogs').then((part) => part.SwitchOffDialog);
const address = () => import('./email-dialog').then((part) => part.EmailDialog);

export function SecondFactorButtons({ security }: { security: OwnSecurity }) {
  const on = security.second_factor.enabled_at !== null;
  return (
    <Buttons
      security={security}
      offers={
        on
          ? [
              { text: 'New recovery codes', load: newCodes },
              { text: 'Switch off', load: switchOff },
            ]
          : [{ text: 'Set up', load: setUp }]
      }
    />
  );
}

export function EmailButton({ security }: { security: OwnSecurity }) {
  return (
    <Buttons
      security={security}
      offers={[{ text: security.pending_email ? 'Enter the code' : 'Change email', load: address }]}
    />
  );
}

/** Dialogs are fetched when somebody is about to open one. A dialog must outlive the button that opened it. */
function Buttons({ security, offers }: { security: OwnSecurity; offers: readonly Offer[] }) {
  const id = useId();
  const [Shown, setShown] = useState<Dialog>();
  const open = (load: Offer['load']) =>
    load().then(
      (part) => setShown(() => part),
      () => showToast({ kind: 'failure', text: 'The form could not be loaded. Check your connection.' }),
    );
  return (
    <div id={id} className="flex flex-wrap gap-2">
      {offers.map(({ text, load, ...look }, at) => (
        <Button
          {...look}
          // The first button keeps its key when the offers change, and so keeps the focus.
          key={at === 0 ? 'first' : text}
          size="compact"
          aria-haspopup="dialog"
          onPointerEnter={() => void load().catch(() => undefined)}
          onFocus={() => void load().catch(() => undefined)}
          onClick={() => void open(load)}
        >
          {text}
        </Button>
      ))}
      {Shown && (
        <Shown
          security={security}
          onClose={() => setShown(undefined)}
          finalFocus={() => document.getElementById(id)?.querySelector('button') ?? null}
        />
      )}
    </div>
  );
}
