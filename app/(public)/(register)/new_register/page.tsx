import type { Metadata } from 'next';
import { AuthHeading } from '@/components/auth/auth-heading';
import { NotOpenYet } from '@/components/auth/not-open-yet';
import { env } from '@/lib/env';

export const metadata: Metadata = { title: 'Register an organisation' };

export default function NewRegisterPage() {
  return (
    <>
      <AuthHeading title="Register an organisation">
        Here you will found an organisation, choose its key and become its first admin.
      </AuthHeading>
      <NotOpenYet
        notice="Registering an organisation by yourself is not open yet."
        steps={[
          'If your organisation is here already, find it and log in.',
          <>
            If it is not, ask whoever runs this installation to set it up:{' '}
            <a href={env.vendor.url} rel="noopener" className="text-accent-text underline">
              {env.vendor.name}
            </a>
            .
          </>,
        ]}
        onward={{ href: '/already_registered', label: 'Find my organisation' }}
      />
    </>
  );
}
