import { SectionCard } from '@/components/page/section-card';
import { RoleTable } from '@/components/permission/role-table';
import type { Ctx } from '@/lib/org';

export async function rolesSection({ actor }: Ctx) {
  return (
    <SectionCard title="Roles">
      <p className="mb-4 text-sm text-text-2">
        What each of the six roles can do. You can only assign, change or remove roles below your own; admins can do so
        for all roles. Change roles on the Users screen.
      </p>
      <RoleTable own={actor.role} />
    </SectionCard>
  );
}
