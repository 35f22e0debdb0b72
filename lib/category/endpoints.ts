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
    'Adds a category. 409 if one of this name exists.',
  ),
  'PUT editCategory/{id}': command(
    EditCategory,
    CategoryRecord,
    'category.edit',
    editCategory,
    'Renames or recolours a category. 409 if another has the name.',
  ),
  'DELETE deleteCategory/{id}': command(
    CategoryReference,
    DeletedCategory,
    'category.edit',
    deleteCategory,
    'Deletes a category; its tasks and projects have none then. For a day that can be taken back.',
  ),
  'POST restoreCategory/{id}': command(
    CategoryReference,
    CategoryRecord,
    'category.edit',
    restoreCategory,
    'Takes the deletion of a category back. 409 if its name was given away meanwhile.',
  ),
});
