import { type Split, type SplitScreen, SPLITS } from '#contract/cameras/splitScreen'

/** What stands where, from the left, row by row; null: nothing. As long as `split`. */
export interface Layout {
  readonly split: Split
  readonly cameraIds: readonly (number | null)[]
}
export const FIRST_SPLIT: Split = 4

const fitted = (cameraIds: readonly (number | null)[], split: Split) => Array.from({ length: split }, (_, at) => cameraIds[at] ?? null)
export const emptyLayout = (split: Split): Layout => ({ split, cameraIds: fitted([], split) })

/** With another number of places; cameras that have none there are left out. */
export function resized({ cameraIds }: Layout, split: Split): Layout {
  if (cameraIds.filter((id) => id !== null).length > split || cameraIds.slice(split).some((id) => id !== null)) {
    const placed = cameraIds.filter((id) => id !== null)
    return { split, cameraIds: fitted(placed, split) }
  }
  return { split, cameraIds: fitted(cameraIds, split) }
}

/** Puts a camera in a place. A camera stands in one place only: where it stood, stands what was here. */
export function put({ split, cameraIds }: Layout, place: number, id: number): Layout {
  const before = cameraIds.indexOf(id)
  const here = cameraIds[place] ?? null
  return { split, cameraIds: cameraIds.map((one, at) => (at === place ? id : at === before ? here : one)) }
}
export const cleared = ({ split, cameraIds }: Layout, place: number): Layout => ({
  split,
  cameraIds: cameraIds.map((one, at) => (at === place ? null : one)),
})
/** The chosen place, or the first empty one, or the first. */
export const placeFor = ({ cameraIds }: Layout, chosen: number | null): number => chosen ?? Math.max(0, cameraIds.indexOf(null))

export const isSame = (one: Layout, other: Pick<SplitScreen, 'split' | 'cameraIds'>): boolean =>
  one.split === other.split && one.cameraIds.every((id, at) => id === (other.cameraIds[at] ?? null))

const asId = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)
/** Reads `?split=4&cameras=12,,7`; what an address says wrongly reads as nothing. */
export function readLayout(address: URLSearchParams): Layout {
  const split = SPLITS.find((one) => String(one) === address.get('split')) ?? FIRST_SPLIT
  const ids = (address.get('cameras') ?? '').split(',').map(asId)
  return {
    split,
    cameraIds: fitted(
      ids.map((id, at) => (id !== null && ids.indexOf(id) === at ? id : null)),
      split,
    ),
  }
}
export function writeLayout(address: URLSearchParams, { split, cameraIds }: Layout, templateId: number | null): URLSearchParams {
  const next = new URLSearchParams(address)
  next.set('split', String(split))
  next.set('cameras', cameraIds.map((id) => id ?? '').join())
  if (templateId === null) next.delete('template')
  else next.set('template', String(templateId))
  return next
}
export const templateIn = (address: URLSearchParams): number | null => asId(address.get('template') ?? '')
