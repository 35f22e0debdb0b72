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
import { isolated } from '@/lib/bidi';
import { canAppointLeader, LEADING_ROLES, teamRoles } from '@/lib/project/policy';
import type { ProjectDetail } from '@/lib/project/schema';
import { keyFromName, PROJECT_TYPE_LABEL, PROJECT_TYPES } from '@/lib/project/vocabulary';
import { PROJECT_FORM as FIELDS } from '@/lib/project/vocabulary.form';
import { PeopleChip } from './people-chip';
import { useEverybody } from './people-query';
import { ProjectDescription } from './project-description';
import type { Draft } from './project-draft';
import { type ChosenPicture, ProjectLook } from './project-look';

const NOBODY = 'nobody';

export function ProjectFields({
  draft,
  onChange,
  before,
  error,
  nameRef,
  picture,
  onPicture,
}: {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  /** Null for a new project. */
  before: ProjectDetail | null;
  error?: ApiError;
  nameRef: RefObject<HTMLTextAreaElement | null>;
  picture: ChosenPicture;
  onPicture: (picture: ChosenPicture) => void;
}) {
  const actor = useActor();
  const formats = useFormats();
  const { people } = useEverybody();
  const appoints = canAppointLeader(actor);
  const team = people?.filter(({ role }) => teamRoles(actor).includes(role));
  const clients = people?.filter(({ role }) => role === 'client');
  const leaders = people?.filter(({ role }) => LEADING_ROLES.includes(role)) ?? [];
  const wrong = (name: string) => error?.errors[name]?.[0];
  const code = draft.code || (draft.name ? keyFromName(draft.name) : '');

  const date = (field: 'start_date' | 'due_date', icon: ReactNode) => {
    const name = FIELDS[field].label;
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
        label={FIELDS.name.label}
        placeholder={FIELDS.name.placeholder}
        required
        limit={FIELDS.name.max}
        autoComplete="off"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={wrong('name')}
      />
      {before ? (
        <ProjectDescription
          projectId={before._id}
          aria-label={FIELDS.description.label}
          placeholder={FIELDS.description.placeholder}
          limit={FIELDS.description.max}
          value={draft.description}
          onChange={(description) => onChange({ description })}
          onSubmit={() => nameRef.current?.form?.requestSubmit()}
          error={wrong('description')}
        />
      ) : (
        <PlainText
          label={FIELDS.description.label}
          placeholder={FIELDS.description.placeholder}
          limit={FIELDS.description.max}
          value={draft.description}
          onChange={({ target }) => onChange({ description: target.value })}
          error={wrong('description')}
        />
      )}
      <ChipRow>
        <ChipField name={FIELDS.code.label} icon={<Hash />} value={code} error={wrong('code')}>
          {(editor) => (
            <Popover {...editor} label={FIELDS.code.label}>
              <div className="w-60">
                <TextField
                  label={FIELDS.code.label}
                  hint={
                    before
                      ? `${FIELDS.code.hint} Keys with ${before.key} go on leading to its tasks.`
                      : FIELDS.code.hint
                  }
                  placeholder={code || 'WEB'}
                  limit={FIELDS.code.max}
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
        {appoints && (
          <ChipField
            name={FIELDS.team_leader_id.label}
            icon={<UserRoundCheck />}
            value={
              draft.leader && (
                <span dir="auto" className="max-w-40 truncate">
                  {draft.leader.name}
                </span>
              )
            }
            error={wrong('team_leader_id')}
          >
            {(editor) => (
              <Menu {...editor}>
                <MenuRadioGroup
                  label={FIELDS.team_leader_id.label}
                  value={draft.leader?._id ?? NOBODY}
                  onValueChange={(id) => onChange({ leader: leaders.find(({ _id }) => _id === id) ?? null })}
                >
                  <MenuRadioItem value={NOBODY} icon={<UserRound />}>
                    {before ? 'Nobody yet' : 'Me'}
                  </MenuRadioItem>
                  {leaders.map(({ _id, name }) => (
                    <MenuRadioItem key={_id} value={_id}>
                      {isolated(name)}
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
              label={FIELDS.member_ids.label}
              icon={<UsersRound />}
              people={team}
              chosen={draft.member_ids}
              onChange={(member_ids) => onChange({ member_ids })}
              error={wrong('member_ids')}
            />
            <PeopleChip
              label={FIELDS.client_ids.label}
              icon={<Contact />}
              people={clients}
              chosen={draft.client_ids}
              onChange={(client_ids) => onChange({ client_ids })}
              error={wrong('client_ids')}
            />
          </>
        )}
        {date('due_date', <CalendarDays />)}
        {date('start_date', <CalendarClock />)}
        <ChipField
          name={FIELDS.type.label}
          icon={<Layers />}
          value={PROJECT_TYPES.map((type) => (type === draft.type ? PROJECT_TYPE_LABEL[type] : null))}
          error={wrong('type')}
        >
          {(editor) => (
            <Menu {...editor}>
              <MenuRadioGroup
                label={FIELDS.type.label}
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
        <ChipField
          name={FIELDS.category_id.label}
          icon={<Tag />}
          value={draft.category?.name}
          error={wrong('category_id')}
        >
          {(editor) => (
            <CategoryMenu
              {...editor}
              value={draft.category?._id ?? null}
              onChange={(category) => onChange({ category: category && { _id: category._id, name: category.name } })}
            />
          )}
        </ChipField>
        <ProjectLook
          name={draft.name}
          tint={draft.tint || 'c1'}
          picture={before?.picture ?? null}
          chosen={picture}
          error={wrong('tint') ?? wrong('file')}
          onTint={(tint) => onChange({ tint })}
          onPicture={onPicture}
        />
      </ChipRow>
      {!appoints && !before && <p className="text-sm text-text-2">You lead the projects you create.</p>}
    </>
  );
}
