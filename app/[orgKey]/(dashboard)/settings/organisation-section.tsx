import { SectionCard } from '@/components/shell/section-card';
import { TintTile } from '@/components/shell/tint-tile';
import type { Ctx } from '@/lib/org';

/** Name, look, working days and holidays of the organisation. */
export async function organisationSection({ org }: Ctx) {
  return (
    <SectionCard title="Organisation">
      <div className="flex items-center gap-3">
        <TintTile tint={org.tint} name={org.name} size={40} />
        <p className="text-lg font-semibold break-words">{org.name}</p>
      </div>
    </SectionCard>
  );
}
