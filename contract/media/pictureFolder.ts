import { z } from 'zod'
import { neededText, reference } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { PICTURES, PICTURES_CREATE, PICTURES_DELETE, PICTURES_EDIT } from './codes.ts'

/** A folder stands in at most so many others, itself counted. */
export const MOST_LEVELS = 4
/** Of one tenant. */
export const MOST_FOLDERS = 500

/** A folder of the picture library. No two in one place have the same name; what still holds something is not deleted. */
export const pictureFolder = defineResource({
  trail: 'pictureFolder',
  name: 'pictureFolder',
  area: 'media',
  path: '/wfpf/v1/{t}/picture-folder',
  idName: 'folderId',
  shape: 'path',
  title: 'folderName',
  code: PICTURES,
  codes: { create: PICTURES_CREATE, edit: PICTURES_EDIT, delete: PICTURES_DELETE },
  searchable: ['folderName'],
  unique: ['folderName'],
  fields: { folderName: neededText(60), parentId: reference('pictureFolder') },
  /** Pictures in the folder itself, and in it with all folders under it. */
  derived: { pictures: z.int(), allPictures: z.int() },
  follows: ['picture'],
})
export type PictureFolder = z.infer<typeof pictureFolder.record>
