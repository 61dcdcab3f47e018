import { moment } from '#contract/core/values'
import { STOCK_ONLY, type StockRow } from '#contract/inventory/stock'
import type { ListState } from '#src/ui/listAddress.ts'
import { startOfDay } from '#src/time/moment.ts'

/** The filters of the list, by their names in the address. */
export const FILTERS = ['search', 'areaId', 'storeId', 'only', 'asOf'] as const

const ID = /^[1-9]\d{0,14}$/
const idOf = (text: string | undefined | null) => (text != null && ID.test(text) ? Number(text) : undefined)
/** A moment that can be asked for; undefined where a text is none. */
const momentOf = (text: string | undefined | null) => (text ? moment.safeParse(text).data : undefined)
const given = <T>(name: string, value: T | undefined) => (value === undefined ? {} : { [name]: value })

/** The moment as of which everything is shown; undefined: now. */
export const asOfIn = ({ filters }: Pick<ListState, 'filters'>) => momentOf(filters['asOf'])

/** What the list asks for. What an address says wrongly is left out rather than refused. */
export function stockQuery(state: ListState) {
  const { search, areaId, storeId, only } = state.filters
  return {
    page: state.page,
    size: state.size,
    ...(search ? { search: search.slice(0, 100) } : {}),
    ...given('areaId', idOf(areaId)),
    ...given('storeId', idOf(storeId)),
    ...given(
      'only',
      STOCK_ONLY.find((one) => one === only),
    ),
    ...given('asOf', asOfIn(state)),
  }
}

/** A product with its unit, in a store or in all that one sees. */
export type StockPlace = Pick<StockRow, 'productId' | 'unitName'> & Partial<Pick<StockRow, 'storeId'>>
/** What the rows behind a figure are asked by. */
export const placeOf = ({ productId, storeId }: StockPlace) => ({ productId, ...(storeId === undefined ? {} : { storeId }) })

/** The rows that a figure is made of. */
export const PARTS = ['entries', 'promised', 'transit', 'lots'] as const
export type StockPart = (typeof PARTS)[number]
export interface Opened {
  readonly productId: number
  readonly storeId: number
  readonly part: StockPart
}

/** What the panel shows, as the address says: `open` the product and the store, `part` the rows; null where it is closed. */
export function openedIn(address: URLSearchParams): Opened | null {
  const [product, store, ...more] = (address.get('open') ?? '').split('-')
  const [productId, storeId] = [idOf(product), idOf(store)]
  if (productId === undefined || storeId === undefined || more.length > 0) return null
  return { productId, storeId, part: PARTS.find((one) => one === address.get('part')) ?? 'entries' }
}

/** The address with the panel as it shall be; null closes it. */
export function withOpened(address: URLSearchParams, opened: Opened | null): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const name of ['open', 'part', ...SPAN]) next.delete(name)
  if (opened === null) return next
  next.set('open', `${opened.productId}-${opened.storeId}`)
  if (opened.part !== 'entries') next.set('part', opened.part)
  return next
}

/** The days of the ledger that are looked at, by their names in the address; both included. */
export const SPAN = ['from', 'to'] as const

/** The moments of these days; what an address says wrongly is left out. */
export function spanOf(filters: Readonly<Record<string, string>>, asOf: number | undefined): { from?: number; to?: number } {
  const start = (text: string | undefined, after: number) => (text === undefined ? undefined : momentOf(String(startOfDay(text, after))))
  const [from, after] = [start(filters['from'], 0), start(filters['to'], 1)]
  const ends = [after === undefined ? undefined : after - 1, asOf].filter((end) => end !== undefined)
  return { ...given('from', from), ...(ends.length > 0 ? { to: Math.min(...ends) } : {}) }
}
