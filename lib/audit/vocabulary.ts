/** The audit log's filter groups and values in words. Runs anywhere; sentences are in the domains' events.ts. */
import { ROLE_LABEL, ROLES } from '@/lib/permission/schema';

export const AUDIT_GROUPS = ['entering', 'security', 'people', 'invitations', 'organisation', 'work', 'data'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];
export const AUDIT_GROUP_LABEL: Record<AuditGroup, string> = {
  entering: 'Signing in and out',
  security: 'Passwords and security',
  people: 'People and roles',
  invitations: 'Invitations',
  organisation: 'Organisation and settings',
  work: 'Projects and tasks',
  data: 'Exports',
};

type Fields = Readonly<Record<string, unknown>> | null;
const FIELD_LABEL: Record<string, string> = {
  ip: 'IP address',
  user_agent: 'Device',
  reassigned_to: 'Tasks reassigned to',
  file: 'File',
  rows: 'Rows',
};

function fieldInWords(field: string): string {
  const spelled = FIELD_LABEL[field] ?? field.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[._-]+/g, ' ');
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.length ? value.map(valueInWords).join(', ') : 'none';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${fieldInWords(name)}: ${valueInWords(inner)}`)
      .join(', ');
  const role = ROLES.find((one) => one === value);
  return role ? ROLE_LABEL[role] : String(value);
}

export function changesInWords(
  before: Fields,
  after: Fields,
): { field: string; from: string | null; to: string | null }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({
    field: fieldInWords(name),
    from: before && name in before ? valueInWords(before[name]) : null,
    to: after && name in after ? valueInWords(after[name]) : null,
  }));
}
