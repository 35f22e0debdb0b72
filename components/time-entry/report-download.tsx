'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { saveFile } from '@/components/query/save-file';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import { csvText } from '@/lib/csv';
import type { TimeReportLine } from '@/lib/time-entry/schema';

type Asked = { by: 'both' | 'person' | 'project'; project_id?: string; from?: string; to?: string };

const PAGE = 200;

/** All lines of a report, also those of its other pages, as a table for spreadsheets. */
export function ReportDownload({ asked, name }: { asked: Asked; name: string }) {
  const [pending, setPending] = useState(false);
  async function save() {
    setPending(true);
    try {
      const lines: TimeReportLine[] = [];
      for (let page = 1, more = true; more; page++) {
        const answer = await call('GET timeReport', { ...asked, page, limit: PAGE });
        lines.push(...answer.docs);
        more = answer.hasNextPage;
      }
      const text = csvText([
        ['Person', 'Project', 'Project key', 'Minutes', 'Hours', 'Imported minutes', 'Entries'],
        ...lines.map(({ member_id, member, project, minutes, imported_minutes, entries }) => [
          member_id ? (member?.name ?? 'Somebody') : '',
          ...[project?.name, project?.key],
          ...[minutes, Math.round(minutes / 0.6) / 100, imported_minutes, entries],
        ]),
      ]);
      saveFile(text, name);
    } catch (error) {
      showToast({ kind: 'failure', text: reasonOf(error) });
    } finally {
      setPending(false);
    }
  }
  return (
    <Button icon={<Download />} pending={pending} pendingText="Preparing…" onClick={() => void save()}>
      Download CSV
    </Button>
  );
}
