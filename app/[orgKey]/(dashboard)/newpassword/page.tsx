import { ChangePasswordForm } from '@/components/auth/reset-forms';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { getOwnSecurity } from '@/lib/account/own-security';
import { DURING_ALL_SETUP } from '@/lib/org';
import { suggestPassphrase } from '@/lib/password/passphrase';
import { orgPage } from '@/lib/session/transport';
import { changeOwnPassword } from '@/lib/sign-up/actions';

export default async function NewPasswordPage({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  const { email, password_due: due } = await orgPage(orgKey, 'profile.own', getOwnSecurity, DURING_ALL_SETUP);
  return (
    <div className="max-w-[480px]">
      <PageHeader title="New password" />
      <SectionCard title="Change your password">
        {due && (
          <p className="mb-4 rounded-sm bg-info-soft px-3 py-2.5 text-base text-info-text">
            Somebody else set the password you logged in with. Choose one that only you know to continue.
          </p>
        )}
        <p className="mb-4 text-base text-text-2">
          You use the same password in all your organisations. Your other sessions end, and we send you an email.
        </p>
        <ChangePasswordForm
          action={changeOwnPassword.bind(null, orgKey)}
          email={email}
          suggestion={suggestPassphrase()}
        />
      </SectionCard>
    </div>
  );
}
