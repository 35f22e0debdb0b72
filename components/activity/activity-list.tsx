'use client';

import { Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import type { ActivityRecord } from '@/lib/event/schema';

/** The rule that wrote the comment a line tells of. */
const ruleOf = ({ data }: ActivityRecord): string | null => (typeof data.by_rule === 'string' ? data.by_rule : null);

function nameOf(line: ActivityRecord): string {
  const rule = ruleOf(line);
  return rule === null ? (line.actor?.name ?? HIDDEN_PEOPLE) : bidi`Rule “${rule}”`;
}

function Sentence({ line }: { line: ActivityRecord }) {
  const hrefTo = useOrganisationLinks();
  const at = line.task_key ? line.says.indexOf(line.task_key) : -1;
  if (at < 0) return line.says;
  return (
    <>
      {line.says.slice(0, at)}
      <Link
        href={hrefTo(`taskpage?task=${line.task_key}`)}
        prefetch={false}
        className="rounded-xs text-text underline decoration-border underline-offset-2 hover:decoration-current"
      >
        <span className="text-text-3 tabular-nums">{line.task_key}</span> {isolated(line.task_title)}
      </Link>
      {line.says.slice(at + (line.task_key?.length ?? 0))}
    </>
  );
}

/** `action`: beside a line. */
export function ActivityList({
  activity,
  action,
}: {
  activity: readonly ActivityRecord[];
  action?: (line: ActivityRecord) => ReactNode;
}) {
  return (
    <ol className="flex flex-col gap-3">
      {activity.map((line) => (
        <li key={line._id} className="flex gap-2.5">
          <Avatar
            size={24}
            beside
            {...(ruleOf(line) === null
              ? { person: { id: line.actor?._id ?? '', name: nameOf(line), picture: line.actor?.pic } }
              : { person: { id: '', name: nameOf(line) }, icon: <Zap /> })}
          />
          <div className="min-w-0 flex-1 pt-0.5">
            <p className="text-sm text-text-2 wrap-anywhere">
              <span dir="auto" className="font-medium text-text">
                {nameOf(line)}
              </span>{' '}
              <Sentence line={line} />
            </p>
            <p className="text-xs text-text-3">
              <Ago at={line.created_at} />
            </p>
          </div>
          {action?.(line)}
        </li>
      ))}
    </ol>
  );
}
