import { cookies } from 'next/headers';
import { SectionCard } from '@/components/shell/section-card';
import { THEME_COOKIE, themeOf } from '@/components/shell/theme';
import { ThemeChoice } from '@/components/shell/theme-choice';

/** How the screens look in this browser. */
export async function appearanceSection() {
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <SectionCard title="Appearance">
      <ThemeChoice current={theme} />
    </SectionCard>
  );
}
