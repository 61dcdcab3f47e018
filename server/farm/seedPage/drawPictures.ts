import { seedPictureOf } from '#contract/farm/publicSeed'
import { type Markup, markup } from '../../ground/html/markup.ts'
import { BOXES, drawnSize } from './boxes.ts'
import type { ShownPicture, ShownSeed } from './shownSeed.ts'

/** The pictures of a page as its elements, each with its size, so that nothing moves when it comes. */
export function picturesOf({ tenantId, id }: Pick<ShownSeed, 'tenantId' | 'id'>) {
  const pathOf = (picture: ShownPicture, size: keyof typeof BOXES) => seedPictureOf(tenantId, id, picture.uuid, size)
  const later = (src: string, { width, height }: { width: number; height: number }, alt: string) =>
    markup`<img src="${src}" width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async">`
  return {
    pathOf,
    /** What the page is seen for: asked for at once, in the size that a screen needs. */
    first: (picture: ShownPicture, alt: string): Markup => {
      const [less, more] = [drawnSize(picture, 'medium'), drawnSize(picture, 'large')]
      const [small, large] = [pathOf(picture, 'medium'), pathOf(picture, 'large')]
      const choices = less.width < more.width ? `${small} ${less.width}w, ${large} ${more.width}w` : `${large} ${more.width}w`
      return markup`<img src="${large}" srcset="${choices}" sizes="(min-width: 1120px) 512px, (min-width: 800px) 45vw, 90vw" width="${more.width}" height="${more.height}" alt="${alt}" fetchpriority="high">`
    },
    small: (picture: ShownPicture, alt: string) => later(pathOf(picture, 'small'), BOXES.small, alt),
    medium: (picture: ShownPicture, alt: string) => later(pathOf(picture, 'medium'), drawnSize(picture, 'medium'), alt),
  }
}
