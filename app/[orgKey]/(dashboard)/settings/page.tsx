import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { KeyList } from '@/components/shell/key-list';
import { PageHeader } from '@/components/shell/page-header';
import { SectionCard } from '@/components/shell/section-card';
import { SingleKeysChoice } from '@/components/shell/single-keys-choice';
import { THEME_COOKIE, themeOf } from '@/components/shell/theme';
import { ThemeChoice } from '@/components/shell/theme-choice';
import { TintTile } from '@/components/shell/tint-tile';
import { RoleBadge } from '@/components/ui/badge';
import { orgPage } from '@/lib/transport';

export const metadata: Metadata = { title: 'Settings' };

const SECTIONS = ['Organisation', 'Appearance', 'Keyboard'] as const;
const idOf = (section: string) => section.toLowerCase();

export default async function SettingsPage({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  const { org, role } = await orgPage(orgKey, 'settings.view', async ({ org, actor }) => ({ org, role: actor.role }));
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid gap-6 md:grid-cols-[180px_minmax(0,720px)]">
        <nav aria-label="Settings">
          <ul className="flex flex-wrap gap-0.5 md:sticky md:top-[72px] md:flex-col">
            {SECTIONS.map((section) => (
              <li key={section}>
                <a
                  href={`#${idOf(section)}`}
                  className="flex min-h-[34px] items-center rounded-md px-2.5 text-base font-medium text-text-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11"
                >
                  {section}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-col gap-4">
          <SectionCard id="organisation" title="Organisation">
            <div className="flex items-center gap-3">
              <TintTile tint={org.tint} name={org.name} size={40} />
              <p className="text-lg font-semibold break-words">{org.name}</p>
            </div>
            <dl className="mt-4 grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2 text-base">
              <dt className="text-text-2">Key</dt>
              <dd className="font-mono break-all">{org.key}</dd>
              <dt className="text-text-2">Your role</dt>
              <dd>
                <RoleBadge role={role} />
              </dd>
            </dl>
            <p className="mt-4 text-sm text-text-2">
              The key is the first part of every address of {org.name}: people log in at{' '}
              <span className="font-mono break-all">/{org.key}/login</span>.
            </p>
          </SectionCard>
          <SectionCard id="appearance" title="Appearance">
            <ThemeChoice current={theme} />
          </SectionCard>
          <SectionCard id="keyboard" title="Keyboard">
            <SingleKeysChoice />
            <div className="mt-5">
              <KeyList />
            </div>
          </SectionCard>
        </div>
      </div>
    </>
  );
}
