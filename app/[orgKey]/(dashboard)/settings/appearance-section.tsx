import { cookies } from 'next/headers';
import { SectionCard } from '@/components/page/section-card';
import { THEME_COOKIE, themeOf } from '@/components/viewer/theme';
import { ThemeChoice } from '@/components/viewer/theme-choice';

export async function appearanceSection() {
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <SectionCard title="Appearance">
      <ThemeChoice current={theme} />
    </SectionCard>
  );
}
