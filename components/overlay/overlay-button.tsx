'use client';

import type { ReactNode } from 'react';
import { FORM_PAGE } from '@/components/overlay/form-page';
import { openOverlay, prefetchOverlay } from '@/components/overlay/overlay';
import { type ButtonVariant, buttonStyle } from '@/components/ui/button-style';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { DialogLink } from './dialog-link';

export function OverlayButton({
  overlay,
  page = FORM_PAGE[overlay],
  variant = 'primary',
  plain = false,
  children,
}: {
  overlay: keyof typeof FORM_PAGE;
  /** The form's own page, with what the dialog would take from this one. */
  page?: string;
  variant?: ButtonVariant;
  plain?: boolean;
  children: ReactNode;
}) {
  const hrefTo = useOrganisationLinks();
  return (
    <DialogLink
      href={hrefTo(page)}
      onOpen={() => openOverlay(overlay)}
      onPointerEnter={() => prefetchOverlay(overlay)}
      onFocus={() => prefetchOverlay(overlay)}
      className={buttonStyle(variant, 'default')}
    >
      {!plain && <span aria-hidden="true" className="icon icon-plus" />}
      {children}
    </DialogLink>
  );
}
