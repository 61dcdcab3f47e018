import { type PublicSeed, seedPictureOf } from '#contract/farm/publicSeed'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import { inTenant } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { answerBytes } from '../../ground/files/answerBytes.ts'
import { isPicture } from '../../ground/files/pictures.ts'
import { keyOf } from '../../ground/files/storage.ts'
import { pageAnswers } from '../../ground/drawnPages/answerPage.ts'
import { encodingOf } from '../../ground/http/assets.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { publicPace } from '../../ground/http/publicPace.ts'
import { BOXES } from './boxes.ts'
import { drawNothing } from './draw.ts'
import { POLICY } from './frame.ts'
import { keptPages } from './keptPages.ts'
import { type ShownPicture, shownFile, shownSeed } from './shownSeed.ts'

/** A page with a picture of each passage asks for some thirty; many people of one place may stand behind one address. */
const ASKS_A_MINUTE = 3000
/** What was withdrawn is soon gone from where it was seen. */
const A_WHILE = 'public, max-age=300'
const answers = pageAnswers(POLICY)
const ID = /^\d{1,15}$/

/** Seeds that are published: their page, what it says as facts, and their pictures. All that is not published is not there. */
export function publicSeedHandlers({
  config,
  serviceDb,
  requestDb,
  files,
  clock,
}: Pick<Context, 'config' | 'serviceDb' | 'requestDb' | 'files' | 'clock'>): HandlersOf<'farm'>['publicSeed'] {
  const pace = publicPace(ASKS_A_MINUTE, clock)
  const pages = keptPages({ serviceDb, requestDb, base: config.publicUrl })
  const paced = ({ address }: Asking) => {
    if (!pace.take(address)) throw new CallFailure('error.busy')
  }

  return {
    async get({ params: { t, id } }, asking): Promise<PublicSeed> {
      paced(asking)
      const seed = await inTenant(requestDb, { tenantId: t, userId: 0, areas: null }, (scope) => shownSeed(scope, id))
      if (!seed) throw notFound()
      const urlOf = (picture: ShownPicture | null) => picture && seedPictureOf(t, id, picture.uuid)
      const passages = (all: typeof seed.farmingPractices) => all.map(({ picture, ...one }) => ({ ...one, imageUrl: urlOf(picture) }))
      return {
        ...seed,
        imageUrl: urlOf(seed.picture),
        farmingPractices: passages(seed.farmingPractices),
        productAttributes: passages(seed.productAttributes),
      }
    },

    async picture({ params: { t, id, uuid }, query: { size } }, asking) {
      paced(asking)
      const file = await shownFile(serviceDb, { tenantId: t, id }, uuid)
      if (!file || !isPicture(file.content_type)) throw notFound()
      const read = () => files.storage.open(keyOf(t, uuid), { start: 0, end: file.bytes - 1 })
      const drawn = await files.pictures.of({ tenantId: t, id: uuid, contentType: file.content_type, read }, BOXES[size])
      const etag = `"${file.sha256.slice(0, 32)}-${size}"`
      return answerBytes({ ...drawn, name: `${size}.jpg`, etag, cache: A_WHILE, open: null }, asking)
    },

    async page({ query }, asking) {
      const { language } = asking
      if (!pace.take(asking.address)) return answers.nothing(429, drawNothing(language, 'busy'), { 'retry-after': 60 })
      const encoding = encodingOf(asking.header('accept-encoding'))
      const [tenantId, id] = [query.tenantId, query.id].map((given) => (ID.test(given) ? Number(given) : null)) as [
        number | null,
        number | null,
      ]
      const page = tenantId === null || id === null ? undefined : await pages.of({ tenantId, id }, { language, encoding })
      return page ? answers.page(page, encoding, asking) : answers.nothing(404, drawNothing(language, 'missing'))
    },
  }
}
