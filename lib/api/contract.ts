import type { z } from 'zod';
import type { Contract } from '@/lib/api/table';
import type { StoredFile, UploadedFile } from '@/lib/contract/endpoint';

/** A call's input and answer, inferred from the endpoint table. Only types: no validator reaches a browser. */

type FilesOf<Table> = {
  [Name in keyof Table]: Table[Name] extends { shape: 'file' } ? Name : never;
}[keyof Table];

export type FileName = FilesOf<Contract>;
export type CallName = Exclude<keyof Contract, FileName>;

type AsSent<Input> = { [Field in keyof Input]: Input[Field] extends UploadedFile | StoredFile ? File : Input[Field] };

export type InputOf<Name extends keyof Contract> = AsSent<z.input<Contract[Name]['input']>>;

type ListAnswer<T> = {
  docs: T[];
  totalDocs: number;
  page: number;
  limit: number;
  totalPages: number;
  hasNextPage: boolean;
  hasPrevPage: boolean;
  next_cursor?: string | null;
  prev_cursor?: string | null;
};

export type AnswerOf<Name extends CallName> = Contract[Name] extends { shape: 'list' }
  ? ListAnswer<z.output<Contract[Name]['output']>>
  : z.output<Contract[Name]['output']>;
