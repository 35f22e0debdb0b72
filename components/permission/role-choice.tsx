'use client';

import { type ReactNode, useState } from 'react';
import { SelectField } from '@/components/ui/form/select-field';

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
  // Tailwind reads an underscore in a class name as a space.
  return (
    <div data-role={role.replace('_', '-')} className="group/roles flex flex-col gap-3">
      <div className="min-[1180px]:hidden">
        <SelectField label="Role" value={role} onChange={(event) => setRole(event.target.value)} options={roles} />
      </div>
      {children}
    </div>
  );
}
