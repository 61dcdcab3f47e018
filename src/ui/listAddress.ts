/** What a list shows, as its address says: shareable, and there again after a reload. */
export interface ListState {
  /** Filter name to its text; a filter that is not set has no entry. */
  readonly filters: Readonly<Record<string, string>>
  /** From 1. */
  readonly page: number
  readonly size: number
  readonly sort: { readonly field: string; readonly descending: boolean } | null
}

/** PAGINATION-01; the free data grid shows at most 100 rows a page. */
export const PAGE_SIZES = [10, 20, 50, 100] as const
export const DEFAULT_SIZE = PAGE_SIZES[0]
export type PageSize = (typeof PAGE_SIZES)[number]
const MAX_PAGE = 1_000_000

const whole = (text: string | null, max: number): number | null => {
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}

/** Reads a list's state; what an address says wrongly reads as its default. `names` are the filters, `sortable` the columns, `usual` the rows of a page. */
export function readAddress(
  address: URLSearchParams,
  names: readonly string[],
  sortable: readonly string[] = [],
  usual: PageSize = DEFAULT_SIZE,
): ListState {
  const filters: Record<string, string> = {}
  for (const name of names) {
    const value = address.get(name)
    if (value) filters[name] = value
  }
  const size = whole(address.get('size'), 100)
  const sort = address.get('sort') ?? ''
  const field = sort.replace(/^-/, '')
  return {
    filters,
    page: whole(address.get('page'), MAX_PAGE) ?? 1,
    size: PAGE_SIZES.find((offered) => offered === size) ?? usual,
    sort: sortable.includes(field) ? { field, descending: sort.startsWith('-') } : null,
  }
}

/** Writes a list's state over an address: defaults are left out, parameters of others stay. */
export function writeAddress(
  address: URLSearchParams,
  state: ListState,
  names: readonly string[],
  usual: PageSize = DEFAULT_SIZE,
): URLSearchParams {
  const next = new URLSearchParams(address)
  const put = (name: string, value: string | null) => (value === null || value === '' ? next.delete(name) : next.set(name, value))
  for (const name of names) put(name, state.filters[name] ?? null)
  put('page', state.page === 1 ? null : String(state.page))
  put('size', state.size === usual ? null : String(state.size))
  put('sort', state.sort && `${state.sort.descending ? '-' : ''}${state.sort.field}`)
  return next
}
