import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { nextOf, withNext } from '@/app/(public)/entry-urls';
import { AuthHeading } from '@/components/auth/auth-heading';
import { AuthTabs } from '@/components/auth/auth-tabs';
import { LoginForm } from '@/components/auth/login-form';
import { TintTile } from '@/components/page/tint-tile';
import { Link } from '@/components/ui/link';
import { bidi } from '@/lib/bidi';
import { logoPath } from '@/lib/organisation/vocabulary';
import { signIn } from '@/lib/session/actions';
import { followKey, sessionWasEnded, signedInSeat } from '@/lib/session/transport';
import { organisationFace } from '@/lib/sign-up/directory';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { isOrgKey } from '@/lib/tenant/tenant';

type Props = PageProps<'/[orgKey]/login'>;

const faceOf = cache(async (orgKey: string) => (isOrgKey(orgKey) ? organisationFace(orgKey) : null));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const face = await faceOf((await params).orgKey);
  return face ? { title: { absolute: bidi`Login · ${face.name}` } } : {};
}

export default async function LoginPage({ params, searchParams }: Props) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const face = await faceOf(orgKey);
  if (!face) {
    await followKey(orgKey);
    notFound();
  }
  const { name } = face;
  const next = await nextOf(searchParams);
  const seat = await signedInSeat();
  if (seat?.org.key === orgKey) redirect(next ?? hrefTo('dashboard'));
  return (
    <>
      <AuthTabs
        current="login"
        loginHref={withNext(hrefTo('login'), next)}
        signupHref={`/signup?organisation=${orgKey}`}
      />
      {face.logo && (
        <div className="mb-4">
          <TintTile tint={face.tint} name={name} logo={logoPath(face.logo)} size={64} />
        </div>
      )}
      <AuthHeading title={bidi`Log in to ${name}`}>
        Not your organisation?{' '}
        <Link
          href={withNext('/already_registered', next)}
          prefetch={false}
          className="rounded-xs text-accent-text underline underline-offset-2"
        >
          Choose another one
        </Link>
        .
      </AuthHeading>
      <LoginForm
        action={signIn.bind(null, orgKey)}
        next={next}
        forgotHref={`/forgetpassword?organisation=${orgKey}`}
        loginHref={withNext(hrefTo('login'), next)}
        orgKey={orgKey}
        ended={!seat && (await sessionWasEnded())}
      />
    </>
  );
}
