import type { ReactNode } from 'react';
import { LazyKeyList } from '@/components/keys/lazy-key-list';
import { SingleKeysChoice } from '@/components/keys/single-keys-choice';
import type { Search } from '@/components/page/search-params';
import { SectionCard } from '@/components/page/section-card';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import type { Role } from '@/lib/permission/schema';
import { appearanceSection } from './appearance-section';
import { auditSection } from './audit-section';
import { categoriesSection } from './categories-section';
import { dangerSection } from './danger-section';
import { dataSection } from './data-section';
import { fieldsSection } from './fields-section';
import { joiningSection } from './joining-section';
import { keySection } from './key-section';
import { labelsSection } from './labels-section';
import { mailSection } from './mail-section';
import { notificationsSection } from './notifications-section';
import { organisationSection } from './organisation-section';
import { rolesSection } from './roles-section';
import { rulesSection } from './rules-section';
import { securitySection } from './security-section';
import { templatesSection } from './templates-section';
import { workflowSection } from './workflow-section';

export type SettingsSection = {
  id: string;
  label: string;
  /** Whether the role sees the section; its reads check their policies again. */
  may: (role: Role) => boolean;
  /** Reads inside the page's transaction. */
  show: (ctx: Ctx, search: Search) => Promise<ReactNode>;
};

const everybody = () => true;

/** In the order of the list. A further section is a file of its own and a line here. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  { id: 'organisation', label: 'Organisation', may: everybody, show: organisationSection },
  { id: 'key', label: 'Key', may: everybody, show: keySection },
  { id: 'joining', label: 'Joining', may: everybody, show: joiningSection },
  { id: 'categories', label: 'Categories', may: everybody, show: categoriesSection },
  { id: 'labels', label: 'Labels', may: everybody, show: labelsSection },
  { id: 'fields', label: 'Fields', may: everybody, show: fieldsSection },
  { id: 'workflow', label: 'Workflow', may: everybody, show: workflowSection },
  { id: 'rules', label: 'Rules', may: everybody, show: rulesSection },
  { id: 'templates', label: 'Templates', may: everybody, show: templatesSection },
  { id: 'roles', label: 'Roles', may: everybody, show: rolesSection },
  { id: 'security', label: 'Security', may: (role) => mayEver({ role }, 'security.view'), show: securitySection },
  { id: 'mail', label: 'Mail', may: (role) => mayEver({ role }, 'mail.view'), show: mailSection },
  { id: 'audit', label: 'Audit log', may: (role) => mayEver({ role }, 'audit.view'), show: auditSection },
  { id: 'notifications', label: 'Notifications', may: everybody, show: notificationsSection },
  { id: 'appearance', label: 'Appearance', may: everybody, show: appearanceSection },
  {
    id: 'keyboard',
    label: 'Keyboard',
    may: everybody,
    show: async () => (
      <SectionCard title="Keyboard">
        <SingleKeysChoice />
        <div className="mt-5">
          <LazyKeyList />
        </div>
      </SectionCard>
    ),
  },
  {
    id: 'data',
    label: 'Export and import',
    may: (role) => mayEver({ role }, 'organisation.govern'),
    show: dataSection,
  },
  {
    id: 'danger',
    label: 'Danger zone',
    may: (role) => mayEver({ role }, 'organisation.govern'),
    show: dangerSection,
  },
];
