import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies, headers } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { LimitNote } from '@/components/ui/form/limit-note';
import { THEME_COOKIE, themeAttributes, themeOf } from '@/components/viewer/theme';
import { ThemeScript } from '@/components/viewer/theme-script';
import { cn } from '@/lib/class-names';
import './globals.css';

const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'swap',
  variable: '--font-inter',
  adjustFontFallback: 'Arial',
});

// Only pages that contain such a letter fetch it.
const interExtended = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  weight: '100 900',
  display: 'swap',
  variable: '--font-inter-ext',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
});

export const metadata: Metadata = {
  // No default: a page without a title is a mistake.
  title: { absolute: '', template: '%s · Guildhall' },
  description: 'Projects and tasks for many organisations in one place.',
  applicationName: 'Guildhall',
  referrer: 'strict-origin-when-cross-origin',
  formatDetection: { telephone: false, address: false, email: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  // The on-screen keyboard shrinks the page, so that its foot stays in view.
  interactiveWidget: 'resizes-content',
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf8' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0e12' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Rendered per request: a prerendered page has no nonce, so its scripts would be refused.
  await connection();
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html
      lang="en"
      className={cn(inter.variable, interExtended.variable)}
      {...themeAttributes(theme)}
      // The theme script changes these attributes before hydration.
      suppressHydrationWarning
    >
      <body>
        <ThemeScript nonce={nonce} />
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        {children}
        <LimitNote />
      </body>
    </html>
  );
}
