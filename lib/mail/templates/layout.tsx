import type { ReactNode } from 'react';
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, Preview, Section, Text } from 'react-email';
import { env } from '@/lib/env';

/** Written out because mail programs know no variables. Light first; dark where supported. */
const INK = { text: '#1c1f25', quiet: '#494d55', border: '#e1dfdb', canvas: '#fbfaf8', sheet: '#ffffff' } as const;
const ACCENT = { plain: '#245fd4', on: '#ffffff', soft: '#f5f4f1' } as const;
const FONT = 'Inter, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const DARK = `@media (prefers-color-scheme: dark) {
  .canvas { background-color: #0d0e12 !important; }
  .sheet { background-color: #15171b !important; border-color: #2a2d33 !important; }
  .text { color: #eff0f3 !important; }
  .quiet { color: #babec4 !important; }
  .code { background-color: #1e2026 !important; color: #eff0f3 !important; }
}`;

export type Mail = { subject: string; body: ReactNode };

/** Never from the Host header: what strangers send must not get into an email. */
function address(path: string): string {
  const url = new URL(path, `${env.appUrl}/`);
  if (url.origin !== new URL(env.appUrl).origin) throw new Error('An email links to this installation only.');
  return url.href;
}

/** An organisation with a logo, put on the sheet when the email leaves. */
export type MailBrand = { name: string; logo: string };

export function Sheet({
  preview,
  title,
  why,
  brand,
  stop,
  children,
}: {
  preview: string;
  title: string;
  why: string;
  brand?: MailBrand;
  /** Where its reader ends emails of this kind. */
  stop?: string;
  children: ReactNode;
}) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK}</style>
      </Head>
      <Body
        className="canvas"
        style={{ backgroundColor: INK.canvas, margin: 0, padding: '24px 12px', fontFamily: FONT }}
      >
        <Preview>{preview}</Preview>
        <Container
          className="sheet"
          style={{
            maxWidth: 520,
            backgroundColor: INK.sheet,
            border: `1px solid ${INK.border}`,
            borderRadius: 8,
            padding: 28,
          }}
        >
          {brand && (
            <Img
              src={address(`/logo/${brand.logo}.png`)}
              alt={brand.name}
              height={48}
              style={{ display: 'block', maxWidth: 160, margin: '0 0 16px' }}
            />
          )}
          <Heading
            as="h1"
            className="text"
            style={{ color: INK.text, fontSize: 20, lineHeight: '28px', margin: '0 0 12px' }}
          >
            {title}
          </Heading>
          {children}
          <Hr style={{ borderColor: INK.border, margin: '24px 0 12px' }} />
          <Text className="quiet" style={{ color: INK.quiet, fontSize: 13, lineHeight: '20px', margin: 0 }}>
            {why}
            {stop && ' '}
            {stop && <TextLink path={stop}>Stop these emails</TextLink>}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

export const Line = ({ children }: { children: ReactNode }) => (
  <Text className="text" style={{ color: INK.text, fontSize: 15, lineHeight: '24px', margin: '0 0 12px' }}>
    {children}
  </Text>
);

export const Quote = ({ children }: { children: ReactNode }) => (
  <Text
    className="quiet"
    style={{
      borderLeft: `3px solid ${INK.border}`,
      color: INK.quiet,
      fontSize: 15,
      lineHeight: '24px',
      margin: '0 0 16px',
      padding: '0 0 0 12px',
    }}
  >
    {children}
  </Text>
);

export const TextLink = ({ path, children }: { path: string; children: string }) => (
  <Link href={address(path)} style={{ color: ACCENT.plain, textDecoration: 'underline' }}>
    {children}
  </Link>
);

/** In one piece, so that the digits can be copied. */
export const Code = ({ children }: { children: string }) => (
  <Section style={{ margin: '16px 0' }}>
    <Text
      className="code"
      style={{
        backgroundColor: ACCENT.soft,
        color: INK.text,
        borderRadius: 6,
        fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
        fontSize: 28,
        lineHeight: '40px',
        letterSpacing: 6,
        margin: 0,
        padding: '8px 16px',
        textAlign: 'center',
      }}
    >
      {children}
    </Text>
  </Section>
);

export const Action = ({ path, children }: { path: string; children: string }) => (
  <Section style={{ margin: '20px 0' }}>
    <Button
      href={address(path)}
      style={{
        backgroundColor: ACCENT.plain,
        color: ACCENT.on,
        borderRadius: 6,
        fontSize: 15,
        fontWeight: 600,
        padding: '11px 20px',
        textDecoration: 'none',
      }}
    >
      {children}
    </Button>
  </Section>
);
