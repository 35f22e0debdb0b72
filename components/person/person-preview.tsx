import { Avatar, type Person } from '@/components/ui/avatar';
import { type Role, RoleBadge } from '@/components/ui/badge';

export function PersonPreview({ person, role, email }: { person: Person; role: Role; email: string }) {
  return (
    <aside aria-labelledby="preview-heading" className="max-xl:hidden">
      <div className="sticky top-[72px]">
        <h2 id="preview-heading" className="mb-2 text-sm font-medium text-text-2">
          How others see you
        </h2>
        <div className="rounded-lg border border-border bg-surface p-3 shadow-e2">
          <div className="flex items-center gap-3">
            <Avatar person={person} size={40} beside />
            <div className="min-w-0">
              <p dir="auto" className="truncate text-base font-semibold">
                {person.name}
              </p>
              <RoleBadge role={role} />
            </div>
          </div>
          <p className="mt-3 border-t border-border pt-3 text-sm break-all text-text-2">{email}</p>
        </div>
        <p className="mt-2 text-xs text-text-3">Clients and colleagues of other projects do not see your email.</p>
      </div>
    </aside>
  );
}
