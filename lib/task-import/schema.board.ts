/** What is read of a Trello board; what is not as it should be is left out. Runs anywhere. */
import { z } from 'zod';
import { storable } from '@/lib/clean-text';

const text = z
  .string()
  .nullish()
  .transform((value) => storable(value ?? ''));
const place = z.number().catch(0);
const ids = z.array(z.string()).catch([]);
/** Entries that are not as they should be are left out. */
const some = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((one) => item.safeParse(one).data ?? []) as z.output<T>[]);

const Checklist = z.object({
  id: z.string(),
  idCard: text.catch(''),
  name: text,
  pos: place,
  checkItems: some(z.object({ name: text, state: text, pos: place, due: text.catch(''), idMember: text.catch('') })),
});

export const Card = z.object({
  id: z.string().min(1),
  name: text,
  desc: text,
  closed: z.boolean().catch(false),
  idList: z.string(),
  pos: place,
  due: text,
  start: text,
  dueComplete: z.boolean().catch(false),
  dateCompleted: text.catch(''),
  idMembers: ids,
  badges: z.object({ comments: place }).catch({ comments: 0 }),
  checklists: some(Checklist),
  pluginData: z.array(z.unknown()).catch([]),
  idLabels: ids,
  idMemberCreator: text.catch(''),
  customFieldItems: some(
    z.object({
      idCustomField: z.string(),
      idValue: text.catch(''),
      value: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
        .nullish()
        .catch(null),
    }),
  ),
  labels: some(z.object({ name: text, color: text })),
  attachments: some(z.object({ name: text, url: z.string() })),
  shortUrl: text,
});

export const Board = z.object({
  name: text,
  lists: some(z.object({ id: z.string(), name: text, closed: z.boolean().catch(false), pos: place })),
  cards: z.array(z.unknown()),
  labels: some(z.object({ id: z.string(), name: text, color: text })),
  customFields: some(
    z.object({
      id: z.string(),
      name: text,
      type: text,
      options: some(z.object({ id: z.string(), value: z.object({ text: text }) })),
    }),
  ),
  members: some(z.object({ id: z.string(), fullName: text, username: text, email: text })),
  checklists: some(Checklist),
  actions: some(
    z.object({
      type: z.enum([
        'commentCard',
        'copyCommentCard',
        'createCard',
        'copyCard',
        'convertToCardFromCheckItem',
        'emailCard',
        'addMemberToCard',
        'removeMemberFromCard',
      ]),
      date: text,
      idMemberCreator: text,
      memberCreator: z.object({ fullName: text, username: text }).nullish().catch(null),
      /** Whom it is about. */
      member: z.object({ id: z.string(), fullName: text, username: text }).nullish().catch(null),
      data: z.object({ text: text, card: z.object({ id: z.string() }) }),
    }),
  ),
});
export type Board = z.output<typeof Board>;
export type Card = z.output<typeof Card>;
