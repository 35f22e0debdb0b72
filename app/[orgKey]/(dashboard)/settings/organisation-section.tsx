import { LogoField } from '@/components/organisation/logo-field';
import { ProfileForm } from '@/components/organisation/section-parts';
import { SectionCard } from '@/components/page/section-card';
import type { Ctx } from '@/lib/org';
import { canEditOrganisation } from '@/lib/organisation/policy';
import { getOrganisation } from '@/lib/organisation/queries';
import { ReadOnlyProfile } from './read-only-profile';

export async function organisationSection(ctx: Ctx) {
  const settings = await getOrganisation(ctx);
  if (!canEditOrganisation(ctx.actor))
    return (
      <SectionCard title="Organisation">
        <ReadOnlyProfile settings={settings} />
      </SectionCard>
    );
  return (
    <>
      <SectionCard title="Logo">
        <LogoField name={settings.name} tint={settings.tint} logo={settings.logo} />
      </SectionCard>
      <SectionCard title="Organisation">
        <ProfileForm settings={settings} />
      </SectionCard>
    </>
  );
}
