import { randomUUID } from 'node:crypto'
import { fileUrlOf } from '#contract/media/files'
import { pictureCalls } from '#contract/media/picture'
import { promoVideoCalls } from '#contract/media/promoVideo'
import type { Arrange } from '../arrange.ts'
import type { AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'

/** A file of a tenant that somebody uploaded; no bytes of it are kept. */
export async function aFile({ insert }: Arrange, tenantId: number, contentType = 'image/png') {
  const id = randomUUID()
  const kind = contentType.startsWith('video/') ? 'video' : 'image'
  const facts = { bucket: 'tests', name: 'a', kind, content_type: contentType, bytes: 100, sha256: 'a'.repeat(64) }
  await insert('file', { id, tenant_id: tenantId, width: 10, height: 10, created_at: Date.now(), ...facts })
  return { id, fileUrl: fileUrlOf(tenantId, id) }
}
export async function aPicture(build: Arrange, tenantId: number) {
  const { id, fileUrl } = await aFile(build, tenantId)
  const row = await build.insert('picture', { tenant_id: tenantId, picture_name: fresh('Pond'), file_url: fileUrl, file_id: id })
  await build.insert('file_use', { tenant_id: tenantId, holder: 'picture', holder_id: row.id, file_id: id })
  return { pictureId: row.id, fileUrl }
}
export async function aVideo(build: Arrange, tenantId: number) {
  const { id, fileUrl } = await aFile(build, tenantId, 'video/mp4')
  const row = await build.insert('promo_video', { tenant_id: tenantId, title: fresh('Film'), file_url: fileUrl, file_id: id, seconds: 3 })
  return row.id
}

/** Under names of their own: other areas have pictures, too. */
async function libraryRows(build: Arrange, tenantId: number) {
  const { pictureId, fileUrl } = await aPicture(build, tenantId)
  return { libraryPictureId: pictureId, libraryFileUrl: fileUrl }
}

export const cases: AreaCases = {
  rows: async (build, { tenantId }) => ({
    ...(await libraryRows(build, tenantId)),
    removedPictureId: (await aPicture(build, tenantId)).pictureId,
    videoId: await aVideo(build, tenantId),
    removedVideoId: await aVideo(build, tenantId),
    libraryFolderId: (await build.insert('picture_folder', { tenant_id: tenantId, folder_name: fresh('Fields') })).id,
  }),
  lawful: { pictureFolder: ({ pictureFolderId }) => ({ folderName: fresh('Ponds'), parentId: pictureFolderId }) },
  unlawful: { pictureFolder: ['folderName', 'x'.repeat(61)] },
  calls: {
    'picture.page': ['nothing', ({ own }) => ({ query: { folderId: own['libraryFolderId']! } })],
    'picture.get': [404, ({ own }) => ({ params: { id: own['libraryPictureId']! } })],
    'picture.tags': [null, () => ({})],
    'picture.uses': [404, ({ own }) => ({ params: { id: own['libraryPictureId']! } })],
    'picture.add': [
      422,
      ({ own }) => ({ body: { pictureName: 'Pond', fileUrl: own['libraryFileUrl']!, folderId: own['libraryFolderId']! } }),
    ],
    'picture.edit': [
      404,
      ({ own }) => ({
        body: { pictureId: own['libraryPictureId']!, objectVersionNumber: 1, pictureName: 'Renamed', folderId: null, tags: [] },
      }),
    ],
    'picture.many': [404, ({ own }) => ({ body: { pictureIds: [own['libraryPictureId']!], addTags: ['wet'] } })],
    'picture.remove': [404, ({ own }) => ({ params: { id: own['removedPictureId']! } })],
    'promoVideo.upload': [null, () => ({ body: {} })],
    'promoVideo.list': [null, () => ({})],
    'promoVideo.edit': [
      404,
      ({ own }) => ({ body: { videoId: own['videoId']!, objectVersionNumber: 1, title: 'Renamed', enabledFlag: 1 } }),
    ],
    'promoVideo.order': [404, ({ own }) => ({ body: { videoIds: [own['videoId']!] } })],
    'promoVideo.remove': [404, ({ own }) => ({ params: { id: own['removedVideoId']! } })],
  },
  acts: {
    picture: async ({ build, t, admin }) => {
      const { pictureId } = await aPicture(build, t)
      await admin.call(pictureCalls.remove, { params: { t, id: pictureId } })
      return pictureId
    },
    promoVideo: async ({ build, t, admin }) => {
      const id = await aVideo(build, t)
      await admin.call(promoVideoCalls.remove, { params: { t, id } })
      return id
    },
  },
}
