import { type Overtaken, OvertakenFields } from '@/components/draft/overtaken-fields';
import { useFormats } from '@/components/ui/formats';
import { TINTS } from '@/lib/organisation/vocabulary';
import { PROJECT_TYPE_LABEL } from '@/lib/project/vocabulary';
import type { Draft } from './project-draft';

const WHAT: Record<keyof Draft, string> = {
  name: 'name',
  code: 'code',
  description: 'description',
  type: 'type',
  category: 'category',
  leader: 'team leader',
  start_date: 'start date',
  due_date: 'due date',
  member_ids: 'members',
  client_ids: 'clients',
  tint: 'colour',
};

export function OvertakenProject({ overtaken, draft }: { overtaken: readonly Overtaken<Draft>[]; draft: Draft }) {
  const formats = useFormats();
  function said(field: keyof Draft, of: Draft[keyof Draft]): string {
    if (!of) return '';
    if (typeof of !== 'string') return 'name' in of ? of.name : String(of.length);
    if (field === 'tint') return TINTS[of as keyof typeof TINTS] ?? of;
    if (field === 'type') return PROJECT_TYPE_LABEL[of as Draft['type']];
    return field === 'start_date' || field === 'due_date' ? formats.day(of) : of;
  }
  return <OvertakenFields overtaken={overtaken} draft={draft} what={WHAT} said={said} />;
}
