import type { Collection, Shape } from './collection';

export type Card = { _id: string; version: number; column: string; rank: number; mine: boolean; text: string };
export type Change = { token: string; id: string; fields: Partial<Card> };
export type State = Collection<Card, Change>;

export const COLUMNS = ['a', 'b'];
export const byRank = (one: Card, other: Card) => one.rank - other.rank || (one._id < other._id ? -1 : 1);
export const shape: Shape<Card> = {
  includes: ({ mine }) => mine,
  list: ({ column }) => column,
  compare: byRank,
  tally: ({ text }) => text,
};
export const card = (id: string, column: string, rank: number, version = 1, part: Partial<Card> = {}): Card => ({
  _id: id,
  version,
  column,
  rank,
  mine: true,
  text: '',
  ...part,
});
export const draw = (row: Card, { fields }: Change) => ({ ...row, ...fields });
