import type { Shell } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';

export type MessageKey = 'react' | 'thread' | 'quote' | 'edit' | 'pin' | 'unread' | 'menu';

/** Letters on a message that has the focus: the one table that messages, their menu and the key sheet read. */
const MESSAGE_KEYS: readonly { does: MessageKey; letter: string; words: string; reads?: true }[] = [
  { does: 'react', letter: 'r', words: 'React to the message' },
  { does: 'thread', letter: 't', words: 'Its thread' },
  { does: 'quote', letter: 'q', words: 'Quote it' },
  { does: 'edit', letter: 'e', words: 'Change your own' },
  { does: 'pin', letter: 'p', words: 'Pin it, or take the pin off' },
  { does: 'unread', letter: 'u', words: 'Mark unread from here', reads: true },
  { does: 'menu', letter: '.', words: 'All actions of the message', reads: true },
];

export const messageKeyOf = (key: string): MessageKey | undefined =>
  MESSAGE_KEYS.find(({ letter }) => letter === key.toLowerCase())?.does;

export const letterOf = (key: MessageKey): string | undefined =>
  MESSAGE_KEYS.find(({ does }) => does === key)?.letter.toUpperCase();

type Group = { title: string; keys: readonly (readonly [keys: readonly string[], does: string])[] };

/** For the key sheet; none for who has no chat. */
export function chatKeys(member: Shell['member']): Group[] {
  if (!mayEver(member, 'chat.read')) return [];
  const writes = mayEver(member, 'chat.send');
  const letters = MESSAGE_KEYS.filter(({ reads }) => reads || writes);
  return [
    {
      title: 'Chat',
      keys: [
        [['Alt ↑', 'Alt ↓'], 'Previous, next room'],
        [['Alt Shift ↑', 'Alt Shift ↓'], 'Previous, next room with something unread'],
        [['↑', '↓'], 'To the message above, below'],
        ...letters.map(({ letter, words }) => [[letter.toUpperCase()], words] as const),
        ...(writes ? [[['Enter', 'Shift Enter'], 'Send the message, begin a line'] as const] : []),
      ],
    },
  ];
}
