import { LinkTabs } from '@/components/ui/link-tabs';

export function AuthTabs({
  current,
  loginHref,
  signupHref,
}: {
  current: 'login' | 'signup';
  loginHref: string;
  signupHref: string;
}) {
  return (
    <div className="mb-8">
      <LinkTabs
        label="Account"
        fill
        tabs={[
          { href: loginHref, label: 'Login', current: current === 'login' },
          { href: signupHref, label: 'Signup', current: current === 'signup' },
        ]}
      />
    </div>
  );
}
