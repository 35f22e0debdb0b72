import type { ReactNode } from 'react';
import { AuthFrame } from '@/components/auth/auth-frame';
import { env } from '@/lib/env';

export default function OrganisationAuthLayout({ children }: { children: ReactNode }) {
  return <AuthFrame vendor={env.vendor}>{children}</AuthFrame>;
}
