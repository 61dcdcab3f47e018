import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { answerBytes } from '../../ground/files/answerBytes.ts'
import { isPicture } from '../../ground/files/pictures.ts'
import { keyOf } from '../../ground/files/storage.ts'
import { pageAnswers } from '../../ground/drawnPages/answerPage.ts'
import { keptPages } from '../../ground/drawnPages/keptPages.ts'
import { encodingOf } from '../../ground/http/assets.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { publicPace } from '../../ground/http/publicPace.ts'
import { readCounter } from '../reads.ts'
import { drawArticle, drawNothing } from './drawArticle.ts'
import { drawList } from './drawList.ts'
import { drawFeed, drawMap } from './feed.ts'
import { POLICY } from './frame.ts'
import { BOXES } from './pictures.ts'
import { newestShown, nextChange, type NewsAt, PAGE_SIZES, publisherOf, shownArticle, shownFile, shownList, stampOf } from './shownNews.ts'

/** A page with its pictures asks for some thirty; many people of one place may stand behind one address. */
const ASKS_A_MINUTE = 3000
const READS_A_MINUTE = 120
/** What a reader of feeds, and of pictures, may keep before it asks again. */
const AGE_S = 300
const FEED_MOST = 50
const MAP_MOST = 10_000
const ID = /^\d{1,15}$/
const numberIn = (text: string) => (ID.test(text) ? Number(text) : null)
const answers = pageAnswers(POLICY)

/** News that everybody reads: its page, its pictures, feed and site map, and how often an article was read. */
export function publicNewsHandlers({
  config: { publicUrl: base },
  serviceDb,
  files,
  clock,
}: Pick<Context, 'config' | 'serviceDb' | 'files' | 'clock'>): HandlersOf<'news'>['publicNews'] {
  const [pace, readPace] = [publicPace(ASKS_A_MINUTE, clock), publicPace(READS_A_MINUTE, clock)]
  const counter = readCounter({ db: serviceDb, clock })
  const pages = keptPages<NewsAt>({
    keyOf: ({ tenantId, id, category, page, size }) =>
      id === null ? [tenantId, category, page, size].join(' ') : `${tenantId} article ${id}`,
    stampOf: (at) => stampOf(serviceDb, at, clock()),
    async draw(at, language) {
      const publisher = await publisherOf(serviceDb, at.tenantId)
      if (!publisher) return undefined
      if (at.id === null) return drawList(await shownList(serviceDb, publisher, at, clock()), { language, base })
      const article = await shownArticle(serviceDb, publisher, at.id, clock())
      return article && drawArticle(article, { language, base })
    },
  })
  const paced = ({ address }: Asking, by = pace) => {
    if (!by.take(address)) throw new CallFailure('error.busy')
  }
  /** Until the clock shows or withdraws something, and no longer than a while. */
  const ageUntil = (at: number | null) =>
    `public, max-age=${at === null ? AGE_S : Math.max(0, Math.min(AGE_S, Math.floor((at - clock()) / 1000)))}`

  /** A list for machines, which asks again by its sum; it needs whole addresses. */
  async function listed(
    asked: string,
    most: number,
    contentType: string,
    draw: (given: Parameters<typeof drawMap>) => string,
    asking: Asking,
  ) {
    paced(asking)
    const tenantId = numberIn(asked)
    const publisher = tenantId === null ? undefined : await publisherOf(serviceDb, tenantId)
    if (base === null || publisher?.publishes !== true) throw notFound()
    const now = clock()
    const text = Buffer.from(draw([publisher, await newestShown(serviceDb, publisher.tenantId, most, now), base]))
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    const cache = ageUntil(await nextChange(serviceDb, publisher.tenantId, now))
    return answerBytes({ contentType, name: 'news.xml', bytes: text.length, etag, cache, open: null, body: Readable.from([text]) }, asking)
  }

  return {
    async page({ query }, asking) {
      const { language } = asking
      if (!pace.take(asking.address)) return answers.nothing(429, drawNothing(language, 'busy'), { 'retry-after': 60 })
      const encoding = encodingOf(asking.header('accept-encoding'))
      const tenantId = numberIn(query.tenantId)
      if (tenantId === null) return answers.nothing(404, drawNothing(language, 'missing'))
      const isList = query.id === ''
      const id = isList ? null : numberIn(query.id)
      if (!isList && id === null) return answers.nothing(404, drawNothing(language, 'missing'))
      const size = PAGE_SIZES.find((one) => String(one) === query.size) ?? PAGE_SIZES[0]
      // Beyond any page there is the last one.
      const at = {
        tenantId,
        id,
        category: numberIn(query.category),
        page: Math.max(1, Math.min(MAP_MOST, numberIn(query.page) ?? 1)),
        size,
      }
      const page = await pages.of(at, { language, encoding })
      if (page) return answers.page(page, encoding, asking)
      const publisher = await publisherOf(serviceDb, tenantId)
      return answers.nothing(404, drawNothing(language, publisher?.publishes === false ? 'silent' : 'missing'))
    },

    feed: ({ query }, asking) =>
      listed(
        query.tenantId,
        FEED_MOST,
        'application/atom+xml',
        ([publisher, cards, at]) => drawFeed(publisher, cards, { language: asking.language, base: at }),
        asking,
      ),

    map: ({ query }, asking) => listed(query.tenantId, MAP_MOST, 'application/xml', (given) => drawMap(...given), asking),

    async picture({ params: { t, id, uuid }, query: { size } }, asking) {
      paced(asking)
      const file = await shownFile(serviceDb, { tenantId: t, id }, uuid, clock())
      if (!file || !isPicture(file.content_type)) throw notFound()
      const read = () => files.storage.open(keyOf(t, uuid), { start: 0, end: file.bytes - 1 })
      const drawn = await files.pictures.of({ tenantId: t, id: uuid, contentType: file.content_type, read }, BOXES[size])
      const etag = `"${file.sha256.slice(0, 32)}-${size}"`
      return answerBytes({ ...drawn, name: `${size}.jpg`, etag, cache: ageUntil(file.until), open: null }, asking)
    },

    async read({ params: { t, id } }, asking) {
      paced(asking, readPace)
      const readTime = await counter.count({ tenantId: t, id }, asking)
      if (readTime === undefined) throw notFound()
      return { readTime }
    },
  }
}
