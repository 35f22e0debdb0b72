import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { loginAddress } from '@/app/(public)/onward';
import { OwnSecuritySection } from '@/app/profile/own-security';
import { OrganisationChoice } from '@/components/member/organisation-choice';
import { RoleRequest } from '@/components/member/role-request';
import { PageHeader } from '@/components/shell/page-header';
import { SectionCard } from '@/components/shell/section-card';
import { SingleKeysChoice } from '@/components/shell/single-keys-choice';
import { THEME_COOKIE, themeOf } from '@/components/shell/theme';
import { ThemeChoice } from '@/components/shell/theme-choice';
import { Avatar } from '@/components/ui/avatar';
import { RoleBadge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { pageClaims } from '@/lib/auth/session';
import { organisationsOf } from '@/lib/auth/sign-in';
import { orgPage } from '@/lib/transport';

export const metadata: Metadata = { title: 'Profile' };

export default async function ProfilePage() {
  const claims = await pageClaims();
  if (!claims) redirect(await loginAddress('/profile'));
  const { org, actor } = await orgPage(null, 'profile.own', async ({ org, actor }) => ({ org, actor }));
  const organisations = await organisationsOf(claims.sub);
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <div className="max-w-[720px]">
      <PageHeader title="Profile" />
      <div className="flex flex-col gap-4">
        <SectionCard title="You">
          <div className="flex flex-wrap items-center gap-4">
            <Avatar person={{ id: actor.memberId, name: actor.name, picture: actor.picture }} size={64} beside />
            <div className="min-w-0">
              <p className="text-lg font-semibold break-words">{actor.name}</p>
              <p className="text-base break-all text-text-2">{actor.email}</p>
              <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-text-2">
                <RoleBadge role={actor.role} /> in {org.name}
              </p>
            </div>
          </div>
          <div className="mt-4">
            <RoleRequest />
          </div>
        </SectionCard>
        <SectionCard title="Organisations">
          <OrganisationChoice current={org.key} organisations={organisations} />
          <div className="mt-3">
            <ButtonLink href="/new_register">Found a further organisation</ButtonLink>
          </div>
        </SectionCard>
        <SectionCard title="Appearance">
          <ThemeChoice current={theme} />
        </SectionCard>
        <SectionCard title="Keyboard">
          <SingleKeysChoice />
        </SectionCard>
        <OwnSecuritySection orgKey={org.key} />
      </div>
    </div>
  );
}
