import 'server-only';
import { type Endpoint, endpoint } from '@/lib/api/endpoint';
import { createCategory } from '@/lib/category/commands';
import { listCategories } from '@/lib/category/queries';
import { CategoryRecord, CreateCategory, ListCategories } from '@/lib/category/schema';

export const categoryEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'categorylist',
    summary: 'Categories of projects and tasks, by name.',
    permission: 'category.view',
    input: ListCategories,
    output: CategoryRecord,
    shape: 'list',
    message: 'Categories.',
    run: listCategories,
  }),
  endpoint({
    method: 'POST',
    path: 'createCategory',
    summary: 'Adds a category. 409 if one of this name exists.',
    permission: 'category.create',
    input: CreateCategory,
    output: CategoryRecord,
    shape: 'record',
    message: 'Category created.',
    status: 201,
    run: createCategory,
  }),
];
