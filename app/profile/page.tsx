import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { loginUrl } from '@/app/(public)/entry-urls';
import { NameForm } from '@/components/account/name-form';
import { OrganisationChoice } from '@/components/account/organisation-choice';
import { OwnDataButton } from '@/components/account/own-data';
import { PictureField } from '@/components/account/picture-field';
import { RegionalForm } from '@/components/account/regional-form';
import { RoleRequest } from '@/components/account/role-request';
import { SecuritySection } from '@/components/account/security-section';
import { SingleKeysChoice } from '@/components/keys/single-keys-choice';
import { LazyOwnCalendar } from '@/components/meeting/lazy-meetings';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { PersonPreview } from '@/components/person/person-preview';
import { RoleBadge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { THEME_COOKIE, themeOf } from '@/components/viewer/theme';
import { ThemeChoice } from '@/components/viewer/theme-choice';
import { getOwnPage } from '@/lib/account/own-page';
import { isolated } from '@/lib/bidi';
import type { Frame } from '@/lib/org';
import { pageClaims } from '@/lib/session/caller';
import { orgPage } from '@/lib/session/transport';

const SECTIONS = [
  ['you', 'You'],
  ['regional', 'Regional'],
  ['appearance', 'Appearance'],
  ['keyboard', 'Keyboard'],
  ['calendar', 'Calendar'],
  ['organisations', 'Organisations'],
  ['security', 'Security'],
  ['your-data', 'Your data'],
] as const;

export default async function ProfilePage() {
  const claims = await pageClaims();
  if (!claims) redirect(await loginUrl('/profile'));
  const { org, shown, profile, security, sessions, organisations } = await orgPage(
    null,
    'profile.own',
    async (ctx) => ({
      org: ctx.org,
      shown: ctx.actor.name,
      organisations: (ctx.frame as Frame).organisations,
      ...(await getOwnPage(ctx)),
    }),
  );
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const person = { id: profile._id, name: shown, picture: profile.pic };
  return (
    <>
      <PageHeader title="Profile" />
      <div className="grid gap-6 md:grid-cols-[160px_minmax(0,720px)] xl:grid-cols-[160px_minmax(0,720px)_260px]">
        <nav aria-label="Profile">
          <ul className="flex flex-wrap gap-0.5 md:sticky md:top-[72px] md:flex-col">
            {SECTIONS.map(([id, title]) => (
              <li key={id}>
                <a
                  dir="auto"
                  href={`#${id}`}
                  className="flex min-h-[34px] items-center rounded-md px-2.5 text-base font-medium text-text-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-col gap-4">
          <SectionCard id="you" title="You">
            <div className="flex flex-col gap-5">
              <PictureField person={person} />
              <NameForm name={profile.name} shown={shown} organisation={org.name} />
              <div>
                <h3 className="text-sm font-medium text-text-2">Role</h3>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-base">
                  <RoleBadge role={profile.role} /> in {isolated(org.name)}
                </p>
                <p className="mt-1 mb-3 text-xs text-text-3">
                  Your role in each organisation decides what you may do. Its admins assign it; you cannot change it
                  yourself.
                </p>
                <RoleRequest />
              </div>
            </div>
          </SectionCard>
          <SectionCard id="regional" title="Regional">
            <RegionalForm
              locale={profile.locale}
              time_zone={profile.time_zone}
              working_days={profile.working_days}
              now={Date.now()}
            />
          </SectionCard>
          <SectionCard id="appearance" title="Appearance">
            <ThemeChoice current={theme} />
            <p className="mt-2 text-xs text-text-3">Saved in your account and used in all your browsers.</p>
          </SectionCard>
          <SectionCard id="keyboard" title="Keyboard">
            <SingleKeysChoice />
          </SectionCard>
          <SectionCard id="calendar" title="Calendar">
            <LazyOwnCalendar />
          </SectionCard>
          <SectionCard id="organisations" title="Organisations">
            <OrganisationChoice current={org.key} organisations={organisations} />
            <div className="mt-3">
              <ButtonLink href="/new_register">Create another organisation</ButtonLink>
            </div>
          </SectionCard>
          <SecuritySection orgKey={org.key} security={security} sessions={sessions} />
          <SectionCard id="your-data" title="Your data">
            <p className="mb-3 text-base text-text-2">
              A file with all your data: your account, and from each of your organisations your sessions, tasks,
              comments, notifications, history and requests.
            </p>
            <OwnDataButton />
          </SectionCard>
        </div>
        <PersonPreview person={person} role={profile.role} email={profile.email} />
      </div>
    </>
  );
}
