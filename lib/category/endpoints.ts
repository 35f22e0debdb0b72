import 'server-only';
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
import { command, create, defineEndpoints, list } from '@/lib/contract/endpoint';

export const categoryEndpoints = defineEndpoints({
  'GET categorylist': list(
    ListCategories,
    CategoryRecord,
    'category.view',
    listCategories,
    'Categories of projects and tasks, by name.',
  ),
  'POST createCategory': create(
    CreateCategory,
    CategoryRecord,
    'category.create',
    createCategory,
    'Adds a category. 409 if one with this name exists.',
  ),
  'PUT editCategory/{id}': command(
    EditCategory,
    CategoryRecord,
    'category.edit',
    editCategory,
    'Renames or recolours a category. 409 if another one has this name, or with the current record if somebody was first.',
  ),
  'DELETE deleteCategory/{id}': command(
    CategoryReference,
    DeletedCategory,
    'category.edit',
    deleteCategory,
    'Deletes a category; its tasks and projects then have none. It can be restored within a day.',
  ),
  'POST restoreCategory/{id}': command(
    CategoryReference,
    CategoryRecord,
    'category.edit',
    restoreCategory,
    'Restores a deleted category. 409 if its name has been taken since.',
  ),
});
