import { DeleteButton } from '@/components/organisation/delete-button';
import { SectionCard } from '@/components/page/section-card';
import { isolated } from '@/lib/bidi';
import type { Ctx } from '@/lib/org';
import { GRACE_DAYS } from '@/lib/retention';

export async function dangerSection({ org }: Ctx) {
  return (
    <SectionCard title="Danger zone">
      <h3 className="text-base font-semibold">Delete {isolated(org.name)}</h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-base text-text-2">
        <li>Everybody is signed out immediately, and nobody can log in.</li>
        <li>For {GRACE_DAYS} days an admin can log in and restore it with everything in it.</li>
        <li>
          After that all its projects, tasks, people and files are deleted permanently. Its key stays reserved for a
          year.
        </li>
        <li>All admins get an email.</li>
      </ul>
      <div className="mt-4">
        <DeleteButton />
      </div>
    </SectionCard>
  );
}
