'use client';

import { type ReactNode, useState } from 'react';
import { SelectField } from '@/components/ui/select-field';

/** Chooses the role that a phone shows; a wide screen shows all of them. */
export function RoleChoice({
  first,
  roles,
  children,
}: {
  first: string;
  roles: readonly { value: string; label: string }[];
  children: ReactNode;
}) {
  const [role, setRole] = useState(first);
  // In the name of a style an underscore is a space.
  return (
    <div data-role={role.replace('_', '-')} className="group/roles flex flex-col gap-3">
      <div className="sm:hidden">
        <SelectField label="Role" value={role} onChange={(event) => setRole(event.target.value)} options={roles} />
      </div>
      {children}
    </div>
  );
}
