import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { PICTURES, PICTURES_CREATE, PICTURES_DELETE, PICTURES_EDIT } from './codes.ts'

export const PICTURE_NAME_MOST = 120
export const TAG_MOST = 30
/** Of one picture. */
export const MOST_TAGS = 20
/** Of one tenant. */
export const MOST_PICTURES = 20_000
/** Moved, tagged or deleted by one call. */
export const MOST_TOGETHER = 200
/** The uses that are told one by one; the others are counted. */
export const MOST_USES = 100

/** Words that pictures are found by: each once, in the order in which they were given. */
const tag = requiredText(TAG_MOST)
const tags = z
  .array(tag)
  .max(MOST_TAGS)
  .transform((given) => [...new Set(given)])
const version = { objectVersionNumber: integer(1, 2_000_000_000) }

const picture = z.object({
  pictureId: z.int(),
  pictureName: z.string(),
  folderId: z.int().nullable(),
  tags: z.array(z.string()),
  fileUrl: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  /** In pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** How many records show it. */
  uses: z.int(),
  /** ms UTC, and by whom. */
  madeAt: z.int().nullable(),
  madeBy: z.string().nullable(),
  objectVersionNumber: z.int(),
})
export type Picture = z.infer<typeof picture>

/** A record that shows a picture. One that the reader may not open has no title and no path. */
const use = z.object({
  /** What it is, in the reader's language. */
  kind: z.string(),
  title: z.string().nullable(),
  path: z.string().nullable(),
})
export type PictureUse = z.infer<typeof use>

export const PICTURE_SORTS = ['newest', 'name', 'largest'] as const

const path = '/wfpf/v1/{t}/picture' as const
/** The picture library of a tenant. Its pictures are files like others (UPLOAD-*): what shows one names the file, not the picture. */
export const pictureCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: PICTURES,
    summary: 'The pictures of the library. `search` is found anywhere in name and tags; `folderId` 0 stands for those in no folder',
    query: z.object({
      ...pageQuery,
      search: text(100).optional(),
      tag: text(TAG_MOST).optional(),
      folderId: integer(0, 9_007_199_254_740_991).optional(),
      sort: z.enum(PICTURE_SORTS).default('newest'),
    }),
    answer: pageOf(picture),
    follows: ['picture', 'pictureFolder'],
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: PICTURES,
    summary: 'One picture',
    answer: picture,
    follows: ['picture'],
  }),
  tags: defineCall({
    method: 'GET',
    path: `${path}/tag`,
    permission: PICTURES,
    summary: 'The tags of the library, the most used first',
    answer: z.array(z.object({ tag: z.string(), pictures: z.int() })),
    follows: ['picture'],
  }),
  uses: defineCall({
    method: 'GET',
    path: `${path}/{id}/use`,
    permission: PICTURES,
    summary: 'The records of any area that show a picture; titles and paths of those alone that the caller may read',
    answer: z.object({ total: z.int(), uses: z.array(use) }),
    follows: ['picture'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'picture',
    path,
    permission: PICTURES_CREATE,
    summary: 'Puts an uploaded picture into the library. Fails with error.record.unknown, error.picture.most',
    body: z.object({
      pictureName: requiredText(PICTURE_NAME_MOST),
      fileUrl: text(200),
      folderId: id.nullable().default(null),
      tags: tags.default([]),
    }),
    answer: picture,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'picture',
    path,
    permission: PICTURES_EDIT,
    summary: 'Renames, moves or tags a picture; a stale version answers 409',
    body: z.object({ pictureId: id, ...version, pictureName: requiredText(PICTURE_NAME_MOST), folderId: id.nullable(), tags }),
    answer: picture,
  }),
  many: defineCall({
    method: 'PUT',
    trail: 'picture',
    path: `${path}/many`,
    permission: PICTURES_EDIT,
    summary: 'Moves pictures into a folder (null: into none), gives them tags and takes tags away; all or none. Answers how many they are',
    body: z.object({
      pictureIds: z.array(id).min(1).max(MOST_TOGETHER),
      folderId: id.nullable().optional(),
      addTags: tags.default([]),
      dropTags: tags.default([]),
    }),
    answer: z.int(),
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'picture',
    path: `${path}/{id}`,
    permission: PICTURES_DELETE,
    summary: 'Deletes a picture that nothing shows, and its file a day later; answers 1. Fails with error.picture.used',
    query: z.object({ objectVersionNumber: version.objectVersionNumber.optional() }),
    answer: z.literal(1),
  }),
}
