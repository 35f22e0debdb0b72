'use client';

import { Bell, BellOff, LogOut, Pin, ScanEye, Users } from 'lucide-react';
import { type ActionLine, ActionMenu, type ActionMenuPart } from '@/components/ui/overlay/action-menu';

/** What can be done with a room, where there is no place for a button each; what is left out is not offered. */
export type RoomActions = {
  people: () => void;
  access?: () => void;
  pins: () => void;
  mute?: () => void;
  unmute?: () => void;
  leave?: () => void;
};

const lines = (people: string): readonly ActionLine<keyof RoomActions>[] => [
  { does: 'people', icon: <Users />, words: people },
  { does: 'access', icon: <ScanEye />, words: 'Who sees this?' },
  { does: 'pins', icon: <Pin />, words: 'Pinned messages' },
  { does: 'mute', icon: <BellOff />, words: 'Mute' },
  { does: 'unmute', icon: <Bell />, words: 'Unmute' },
  { does: 'leave', icon: <LogOut />, words: 'Leave this group', danger: true },
];

export const RoomMenu = ({ people, ...menu }: ActionMenuPart & { people: string; actions: RoomActions }) => (
  <ActionMenu {...menu} lines={lines(people)} />
);
