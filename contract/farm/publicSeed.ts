import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { SEED_PAGE } from './seedPath.ts'

/** The boxes in which its pictures are drawn; strangers choose among these alone. */
export const SEED_PICTURES = ['small', 'medium', 'large', 'card'] as const
export type SeedPicture = (typeof SEED_PICTURES)[number]

const passage = { name: z.string(), imageUrl: z.string().nullable(), description: z.string() }
/** A published seed as everybody sees it (SEED-PAGE-04). Addresses in it are of `picture`; descriptions are clean HTML. */
const publicSeed = z.object({
  cropName: z.string().nullable(),
  corpEnName: z.string().nullable(),
  publicity: z.string().nullable(),
  seedName: z.string(),
  seedEnName: z.string().nullable(),
  imageUrl: z.string().nullable(),
  farmingPractices: z.array(z.object(passage)),
  productAttributes: z.array(z.object({ ...passage, enName: z.string().nullable() })),
})
export type PublicSeed = z.infer<typeof publicSeed>

const path = '/wfpf/v1/public/{t}/seed/{id}'
/** The path of a picture of a published seed, in one of its sizes; the large one unless told. */
export const seedPictureOf = (tenantId: number, id: number, uuid: string, size?: SeedPicture): string =>
  `/wfpf/v1/public/${tenantId}/seed/${id}/picture/${uuid}${size === undefined ? '' : `?size=${size}`}`

// Whatever stands in the address of a page, it is answered by a page.
const asWritten = z.string().max(100).catch('')
/** What is not published is not there. Whoever asks too often fails with error.busy. */
export const publicSeedCalls = {
  get: defineCall({ method: 'GET', path, permission: 'public', summary: 'A published seed', answer: publicSeed }),
  picture: defineCall({
    method: 'GET',
    path: `${path}/picture/{uuid}`,
    permission: 'public',
    summary: 'A picture of a published seed, small enough for a phone',
    query: z.object({ size: z.enum(SEED_PICTURES).default('large') }),
    produces: 'image/jpeg',
  }),
  page: defineCall({
    method: 'GET',
    path: SEED_PAGE,
    permission: 'public',
    summary: 'The page of a published seed, which needs no script; of any other one a page that says so, with 404',
    query: z.object({ tenantId: asWritten, id: asWritten, lang: asWritten }),
    produces: 'text/html',
  }),
}
