import { parseFileUrl } from '#contract/media/files'
import { type NewsPicture, newsPictureOf } from '#contract/news/publicNews'
import type { Box } from '../../ground/files/pictures.ts'
import { cleanShownArticle } from '../../ground/html/cleanHtml.ts'

/** How pictures of news are drawn: each of a byte limit, whatever was uploaded. */
export const BOXES = {
  small: { width: 320, height: 240, mode: 'crop', most: 16_000 },
  wide: { width: 960, height: 540, mode: 'crop', most: 70_000 },
  large: { width: 960, height: 960, mode: 'fit', most: 90_000 },
  card: { width: 1200, height: 630, mode: 'crop', most: 150_000 },
} as const satisfies Record<NewsPicture, Box & { most: number }>

/** A picture's size as it was sent. */
export interface Size {
  readonly width: number
  readonly height: number
}
/** The size in which a picture is drawn in a box that it fits in: no larger than it is. */
function drawnSize({ width, height }: Size, size: NewsPicture): Size {
  const box = BOXES[size]
  if (box.mode === 'crop') return { width: box.width, height: box.height }
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Pictures that come with the product itself. */
const BUILT_IN = /^\/home\/[\w.-]{1,100}$/

interface Of {
  readonly id: number
  readonly tenant_id: number
}

/** Where everybody finds a picture that an article names; null of one that is none of its tenant. */
export function shownCover({ id, tenant_id: tenantId }: Of, address: string | null, size: NewsPicture = 'small'): string | null {
  if (address === null) return null
  if (BUILT_IN.test(address)) return address
  const file = parseFileUrl(address)
  return file?.tenantId === tenantId ? newsPictureOf(tenantId, id, file.id, size) : null
}

/** The text of an article as everybody reads it; `sizes` of its pictures by their file, so that nothing moves when they come. */
export const shownContent = (of: Of, html: string, sizes: ReadonlyMap<string, Size> = new Map()): string =>
  cleanShownArticle(html, (address) => {
    const src = shownCover(of, address, 'large')
    if (src === null) return null
    const known = sizes.get(parseFileUrl(address)?.id ?? '')
    const drawn = known && drawnSize(known, 'large')
    return { src, loading: 'lazy', decoding: 'async', ...(drawn ? { width: String(drawn.width), height: String(drawn.height) } : {}) }
  })
