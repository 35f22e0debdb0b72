import { KeyRound } from 'lucide-react';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { orgPage } from '@/lib/transport';

export const metadata: Metadata = { title: 'New password' };

export default async function NewPasswordPage({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  await orgPage(orgKey, 'profile.own', async () => null);
  return (
    <>
      <PageHeader title="New password" />
      <EmptyState
        icon={<KeyRound />}
        title="Changing your password comes with a later change"
        action={
          <ButtonLink href="/profile" variant="primary">
            Go to your profile
          </ButtonLink>
        }
      >
        Here you will choose a new password, and every other session of yours will end. Until then, if you think that
        somebody else knows your password, tell an admin of your organisation.
      </EmptyState>
    </>
  );
}
