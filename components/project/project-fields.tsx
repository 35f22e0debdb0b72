'use client';

import {
  CalendarClock,
  CalendarDays,
  Contact,
  Hash,
  Layers,
  Tag,
  UserRound,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { CategoryMenu } from '@/components/category/category-menu';
import type { ApiError } from '@/components/query/api-client';
import { ChipField, ChipRow } from '@/components/ui/form/chip-field';
import { DuePanel } from '@/components/ui/form/due-panel';
import { PlainText, PlainTitle } from '@/components/ui/form/plain-field';
import { TextField } from '@/components/ui/form/text-field';
import { useFormats } from '@/components/ui/formats';
import { Menu, MenuRadioGroup, MenuRadioItem } from '@/components/ui/overlay/menu';
import { Popover } from '@/components/ui/overlay/popover';
import { useActor } from '@/components/viewer/shell-context';
import { canAppointLeader, canPlace } from '@/lib/project/policy';
import type { ProjectDetail } from '@/lib/project/schema';
import { keyFromName, PROJECT_TYPE_LABEL, PROJECT_TYPES } from '@/lib/project/vocabulary';
import { PeopleChip } from './people-chip';
import { useEverybody } from './people-query';
import type { Draft } from './project-draft';

const LEADERS = new Set(['admin', 'subadmin', 'team_leader']);
const NOBODY = 'nobody';

/** The fields of a project, with what the server said about each: name and description, then a row of chips. */
export function ProjectFields({
  draft,
  onChange,
  before,
  error,
  nameRef,
}: {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  /** The project as it was; null for a new one. */
  before: ProjectDetail | null;
  error?: ApiError;
  nameRef: RefObject<HTMLTextAreaElement | null>;
}) {
  const actor = useActor();
  const formats = useFormats();
  const { people } = useEverybody();
  const appoints = canAppointLeader(actor);
  const team = people?.filter(({ role }) => role !== 'client' && role !== 'observer' && canPlace(actor, role));
  const clients = people?.filter(({ role }) => role === 'client');
  const leaders = people?.filter(({ role }) => LEADERS.has(role)) ?? [];
  const wrong = (name: string) => error?.errors[name]?.[0];
  const code = draft.code || (draft.name ? keyFromName(draft.name) : '');

  const date = (name: string, field: 'start_date' | 'due_date', icon: ReactNode) => {
    const value = draft[field];
    const day = value && formats.day(value);
    return (
      <ChipField
        name={name}
        icon={icon}
        error={wrong(field)}
        value={day && (field === 'start_date' ? `From ${day}` : day)}
      >
        {(editor) => (
          <DuePanel
            {...editor}
            name={name}
            value={value || null}
            today={formats.today()}
            onChange={(next) => onChange({ [field]: next ?? '' })}
          />
        )}
      </ChipField>
    );
  };

  return (
    <>
      <PlainTitle
        ref={nameRef}
        label="Name"
        placeholder="Project name"
        required
        maxLength={120}
        autoComplete="off"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={wrong('name')}
      />
      <PlainText
        label="Description"
        placeholder="What is it about? (Markdown: **bold**, lists, links)"
        maxLength={20_000}
        value={draft.description}
        onChange={({ target }) => onChange({ description: target.value })}
        error={wrong('description')}
      />
      <ChipRow>
        {!before && (
          <ChipField name="Code" icon={<Hash />} value={code} error={wrong('code')}>
            {(editor) => (
              <Popover {...editor} label="Code">
                <div className="w-60">
                  <TextField
                    label="Code"
                    hint="First part of every task key, such as WEB-12. It cannot be changed later."
                    placeholder={code || 'WEB'}
                    maxLength={10}
                    autoComplete="off"
                    spellCheck={false}
                    value={draft.code}
                    onChange={({ target }) => onChange({ code: target.value.toUpperCase() })}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter') return;
                      event.preventDefault();
                      editor.onOpenChange(false);
                    }}
                  />
                </div>
              </Popover>
            )}
          </ChipField>
        )}
        {appoints && (
          <ChipField
            name="Team leader"
            icon={<UserRoundCheck />}
            value={draft.leader && <span className="max-w-40 truncate">{draft.leader.name}</span>}
            error={wrong('team_leader_id')}
          >
            {(editor) => (
              <Menu {...editor}>
                <MenuRadioGroup
                  label="Team leader"
                  value={draft.leader?._id ?? NOBODY}
                  onValueChange={(id) => onChange({ leader: leaders.find(({ _id }) => _id === id) ?? null })}
                >
                  <MenuRadioItem value={NOBODY} icon={<UserRound />}>
                    {before ? 'Nobody yet' : 'Me'}
                  </MenuRadioItem>
                  {leaders.map(({ _id, name }) => (
                    <MenuRadioItem key={_id} value={_id}>
                      {name}
                    </MenuRadioItem>
                  ))}
                </MenuRadioGroup>
              </Menu>
            )}
          </ChipField>
        )}
        {!before && (
          <>
            <PeopleChip
              label="Members"
              icon={<UsersRound />}
              people={team}
              chosen={draft.member_ids}
              onChange={(member_ids) => onChange({ member_ids })}
              error={wrong('member_ids')}
            />
            <PeopleChip
              label="Clients"
              icon={<Contact />}
              people={clients}
              chosen={draft.client_ids}
              onChange={(client_ids) => onChange({ client_ids })}
              error={wrong('client_ids')}
            />
          </>
        )}
        {date('Due date', 'due_date', <CalendarDays />)}
        {date('Start date', 'start_date', <CalendarClock />)}
        <ChipField
          name="Type"
          icon={<Layers />}
          value={PROJECT_TYPES.map((type) => (type === draft.type ? PROJECT_TYPE_LABEL[type] : null))}
          error={wrong('type')}
        >
          {(editor) => (
            <Menu {...editor}>
              <MenuRadioGroup
                label="Type"
                value={draft.type}
                onValueChange={(type) => onChange({ type: type as Draft['type'] })}
              >
                {PROJECT_TYPES.map((type) => (
                  <MenuRadioItem key={type} value={type}>
                    {PROJECT_TYPE_LABEL[type]}
                  </MenuRadioItem>
                ))}
              </MenuRadioGroup>
            </Menu>
          )}
        </ChipField>
        <ChipField name="Category" icon={<Tag />} value={draft.category?.name} error={wrong('category_id')}>
          {(editor) => (
            <CategoryMenu
              {...editor}
              value={draft.category?._id ?? null}
              onChange={(category) => onChange({ category: category && { _id: category._id, name: category.name } })}
            />
          )}
        </ChipField>
      </ChipRow>
      {!appoints && !before && <p className="text-sm text-text-2">You lead the projects you create.</p>}
    </>
  );
}
