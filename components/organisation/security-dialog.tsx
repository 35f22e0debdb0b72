'use client';

import { call } from '@/components/query/api-client';
import { PasswordQuestion } from './password-question';

const change = (requires_second_factor: boolean) => (current_password: string) =>
  call('PUT securityRules', { requires_second_factor, current_password });

function RequireDialog({ onClose }: { onClose: () => void }) {
  return (
    <PasswordQuestion
      title="Require a second factor"
      description="Members without one must set it up before they can continue. They keep their password."
      action="Require it"
      pendingText="Saving…"
      call={change(true)}
      onDone={() => 'A second factor is required now'}
      onClose={onClose}
    />
  );
}

function StopDialog({ onClose }: { onClose: () => void }) {
  return (
    <PasswordQuestion
      title="No longer require a second factor"
      description="Members who have one keep it, but it is no longer mandatory."
      action="No longer require it"
      pendingText="Saving…"
      call={change(false)}
      onDone={() => 'A second factor is no longer required'}
      onClose={onClose}
    />
  );
}

export const SecurityDialog = ({ required, onClose }: { required: boolean; onClose: () => void }) =>
  required ? <StopDialog onClose={onClose} /> : <RequireDialog onClose={onClose} />;
