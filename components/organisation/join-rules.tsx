'use client';

import { Plus, X } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { FormError } from '@/components/ui/form/form-error';
import { IconButton } from '@/components/ui/icon-button';
import type { OrganisationSettings } from '@/lib/organisation/schema';
import { JOIN_RULE_HINT, JOIN_RULE_LABEL, JOIN_RULES, MAX_DOMAINS } from '@/lib/organisation/vocabulary';

const loadDialog = () => import('./domain-dialog').then((module) => module.DomainDialog);

export function JoinRules({ settings }: { settings: OrganisationSettings }) {
  const { run, pending, error } = useCall();
  const { join_rule: rule, join_domains: domains, version } = settings;
  return (
    <div className="flex flex-col gap-6">
      <FormError
        message={
          error?.status === 409 ? 'Somebody changed the settings in the meantime. Choose again.' : error?.message
        }
        attempt={error}
      />
      <fieldset aria-busy={pending} className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 text-sm font-medium text-text-2">Who may join without an invitation</legend>
        {JOIN_RULES.map((value) => (
          <label key={value} className="flex cursor-pointer items-start gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="join_rule"
              value={value}
              checked={rule === value}
              disabled={value === 'domains' && !domains.length}
              onChange={() =>
                void run(
                  () => call('PUT joinRule', { version, join_rule: value }),
                  () => 'Saved',
                )
              }
              className="mt-1 accent-accent"
            />
            <span>
              <span className="block text-base font-medium">{JOIN_RULE_LABEL[value]}</span>
              <span className="block text-sm text-text-2">{JOIN_RULE_HINT[value]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-col gap-2">
        <h3 className="text-base font-semibold">Verified domains</h3>
        {domains.length === 0 ? (
          <p className="text-base text-text-2">None yet. Add one so that its people can join without approval.</p>
        ) : (
          <ul className="divide-y divide-border rounded-sm border border-border">
            {domains.map((domain) => (
              <li key={domain} className="flex min-h-10 items-center justify-between gap-2 pr-1 pl-3">
                <span className="min-w-0 font-mono text-base break-all">{domain}</span>
                <IconButton
                  label={`Remove ${domain}`}
                  icon={<X />}
                  onClick={() =>
                    void run(
                      () => call('DELETE joinDomain', { domain }),
                      (now) =>
                        `${domain} removed. People who joined with it stay${now.join_rule === rule ? '' : '; everybody else needs approval'}.`,
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <div>
          {domains.length < MAX_DOMAINS && (
            <DialogButton load={loadDialog} icon={<Plus />}>
              Add a domain
            </DialogButton>
          )}
        </div>
      </div>
    </div>
  );
}
