import 'server-only';
import { type Endpoint, endpoint } from '@/lib/api/endpoint';
import { createCategory, deleteCategory, editCategory, restoreCategory } from '@/lib/category/commands';
import { listCategories } from '@/lib/category/queries';
import {
  CategoryRecord,
  CategoryReference,
  CreateCategory,
  DeletedCategory,
  EditCategory,
  ListCategories,
} from '@/lib/category/schema';

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
  endpoint({
    method: 'PUT',
    path: 'editCategory/{id}',
    summary: 'Renames or recolours a category. 409 if another has the name.',
    permission: 'category.edit',
    input: EditCategory,
    output: CategoryRecord,
    shape: 'record',
    message: 'Category saved.',
    run: editCategory,
  }),
  endpoint({
    method: 'DELETE',
    path: 'deleteCategory/{id}',
    summary: 'Deletes a category; its tasks and projects have none then. For a day that can be taken back.',
    permission: 'category.edit',
    input: CategoryReference,
    output: DeletedCategory,
    shape: 'record',
    message: 'Category deleted.',
    run: deleteCategory,
  }),
  endpoint({
    method: 'POST',
    path: 'restoreCategory/{id}',
    summary: 'Takes the deletion of a category back. 409 if its name was given away meanwhile.',
    permission: 'category.edit',
    input: CategoryReference,
    output: CategoryRecord,
    shape: 'record',
    message: 'Category restored.',
    run: restoreCategory,
  }),
];
