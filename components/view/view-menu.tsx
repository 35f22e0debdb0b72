'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/overlay/menu';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import type { InputOf } from '@/lib/api/contract';
import { bidi } from '@/lib/bidi';
import { ViewDialog } from './view-dialog';
import type { ViewMenuProps } from './view-menu-button';

type Changes = Omit<InputOf<'PATCH view/{id}'>, 'id' | 'version'>;

export function ViewMenu({
  view,
  place,
  places,
  mayShare,
  allHref,
  trigger,
  open,
  onOpenChange,
}: ViewMenuProps & { trigger: React.ReactNode; open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const refresh = useRefresh();
  const [naming, setNaming] = useState(false);
  const { _id: id, version, name } = view;
  const opened = view.project_id ? `the project with this${view.shared ? '' : ' for me'}` : 'all tasks with this';
  const first = `${name}${view.shared ? '' : ' for you'}`;
  const failed = (error: unknown) =>
    showToast({ kind: 'failure', text: bidi`${name} was not changed. ${reasonOf(error)}` });
  const change = (changes: Changes, text?: string) =>
    void call('PATCH view/{id}', { id, version, ...changes }).then(() => {
      if (text) showToast({ kind: 'success', text });
      refresh();
    }, failed);
  const again = () => {
    const { _id, own: _own, may_edit: _may, position: _position, version: _version, ...same } = view;
    call('POST view', same).then(() => refresh(), failed);
  };
  const remove = () =>
    void call('DELETE view/{id}', { id }).then(() => {
      showToast({ kind: 'success', text: bidi`View ${name} deleted.`, action: { label: 'Undo', onAction: again } });
      router.push(allHref, { scroll: false });
      refresh();
    }, failed);
  return (
    <>
      <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
        <MenuItem onSelect={() => setNaming(true)}>Rename…</MenuItem>
        {mayShare && !view.shared && (
          <MenuItem onSelect={() => change({ shared: true }, bidi`The team sees ${name} now.`)}>
            Share with the team
          </MenuItem>
        )}
        {view.shared && view.own && (
          <MenuItem onSelect={() => change({ shared: false }, bidi`Only you see ${name} now.`)}>Stop sharing</MenuItem>
        )}
        {(!view.shared || view.project_id) && (
          <MenuItem
            onSelect={() =>
              change(
                { is_default: !view.is_default },
                view.is_default
                  ? `The ${view.layout} opens with all tasks.`
                  : `The ${view.layout} opens with ${first}.`,
              )
            }
          >
            {view.is_default ? `Don’t open ${opened}` : `Open ${opened}`}
          </MenuItem>
        )}
        {place > 0 && <MenuItem onSelect={() => change({ position: place - 1 })}>Move left</MenuItem>}
        {place < places - 1 && <MenuItem onSelect={() => change({ position: place + 1 })}>Move right</MenuItem>}
        <MenuSeparator />
        <MenuItem danger onSelect={remove}>
          Delete
        </MenuItem>
      </Menu>
      {naming && (
        <ViewDialog
          title={bidi`Rename ${name}`}
          action="Save"
          name={name}
          save={(given) => call('PATCH view/{id}', { id, version, name: given.name })}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
