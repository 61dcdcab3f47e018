import { seedPath } from '#contract/farm/seedPath'
import type { Markup } from '../../ground/html/markup.ts'
import { headOf as pageHeadOf } from '../../ground/drawnPages/pageHead.ts'
import type { Language } from '../../ground/words.ts'
import { BOXES } from './boxes.ts'
import type { ShownSeed } from './shownSeed.ts'

interface Said {
  readonly language: Language
  readonly base: string | null
  readonly title: string
  readonly summary: string
  /** The path of the picture of its share card. */
  readonly card: string | null
}

/** What a page says of itself to who looks for pages, or hands it on. */
export const headOf = ({ tenantId, id, tenantName }: ShownSeed, { card, ...said }: Said): Markup =>
  pageHeadOf({
    ...said,
    kind: 'article',
    siteName: tenantName,
    pathIn: (to) => seedPath(tenantId, id, to),
    card: card === null ? null : { path: card, width: BOXES.card.width, height: BOXES.card.height },
  })
