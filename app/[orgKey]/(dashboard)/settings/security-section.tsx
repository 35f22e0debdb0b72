import { SecurityButton } from '@/components/organisation/security-button';
import { SectionCard } from '@/components/page/section-card';
import { ButtonLink } from '@/components/ui/button-link';
import type { Ctx } from '@/lib/org';
import { canGovern } from '@/lib/organisation/policy';
import { getSecurityRules } from '@/lib/organisation/queries';

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

export async function securitySection(ctx: Ctx) {
  const rules = await getSecurityRules(ctx);
  const { requires_second_factor: required, members, members_without: without, own_second_factor: own } = rules;
  return (
    <SectionCard title="Security">
      <h3 className="text-base font-semibold">Second factor</h3>
      <p className="mt-1 text-base">
        {required
          ? 'Everybody needs a second factor in addition to the password: a code from an app.'
          : 'Each person decides whether to use a second factor in addition to the password.'}
      </p>
      <p className="mt-2 text-base text-text-2">
        {without === 0
          ? `All ${people(members)} have one.`
          : `${without} of ${people(members)} ${without === 1 ? 'has' : 'have'} none yet.`}
        {required && without > 0 && ' They are asked to set one up before they can continue.'}
      </p>
      <div className="mt-4">
        {!canGovern(ctx.actor) ? (
          <p className="text-sm text-text-2">Only an admin can change this.</p>
        ) : !required && !own ? (
          <div className="flex flex-wrap items-center gap-3 rounded-sm bg-info-soft px-3 py-2 text-base">
            <p className="mr-auto">Set up your own second factor first. Then you can require it for everybody.</p>
            <ButtonLink href="/profile#security">Go to your profile</ButtonLink>
          </div>
        ) : (
          <SecurityButton required={required} />
        )}
      </div>
    </SectionCard>
  );
}
