'use client';

import type { ComponentProps, ReactNode } from 'react';
import { useShell } from '@/components/viewer/shell-context';
import { Editable } from './editable';

export function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 lg:grid lg:grid-cols-[80px_minmax(0,1fr)] lg:gap-3">
      <dt dir="auto" className="text-text-3 lg:flex lg:min-h-[34px] lg:items-center lg:self-start">
        {name}
      </dt>
      <dd className="flex min-h-[34px] min-w-0 items-center">{children}</dd>
    </div>
  );
}

/** A field that opens its editor, for whom `may` is true. Clients, who cannot fill it, are shown none that is `empty`. */
export function EditableField<P extends object>({
  may,
  empty = false,
  ...editable
}: ComponentProps<typeof Editable<P>> & { may: boolean; empty?: boolean }) {
  const { member } = useShell();
  if (empty && !may && member.role === 'client') return null;
  return <Field name={editable.name}>{may ? <Editable {...editable} /> : editable.children}</Field>;
}

export const Nothing = ({ children }: { children: string }) => <span className="text-text-3">{children}</span>;
