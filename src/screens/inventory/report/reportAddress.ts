import { PRODUCT_CATEGORIES } from '#contract/inventory/product'
import {
  NO_CATEGORY,
  REPORT_BY,
  REPORT_DAYS,
  REPORT_FIGURES,
  type ReportBy,
  type ReportFigure,
  type ReportRow,
} from '#contract/inventory/report'
import type { ListState } from '#src/ui/listAddress.ts'
import { dayAfter, dayText, monthBefore } from '#src/time/moment.ts'

/** The parts of the page; which of them is shown stands in the address. */
export const TABS = ['period', 'slow', 'expiring'] as const
export type ReportTab = (typeof TABS)[number]
export const tabIn = (address: URLSearchParams): ReportTab => TABS.find((name) => name === address.get('tab')) ?? 'period'

/** The filters of each part, by their names in the address. */
const NARROWING = ['search', 'storeId', 'category', 'areaId', 'productId'] as const
export const PERIOD_FILTERS = [...NARROWING, 'since', 'until'] as const
export const STANDING_FILTERS = [...NARROWING, 'days'] as const
export const CATEGORIES = [...PRODUCT_CATEGORIES, NO_CATEGORY] as const

export const PRESETS = ['month', 'lastMonth', 'quarter', 'year'] as const
export type Preset = (typeof PRESETS)[number]
export interface Days {
  /** YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
}

/** The days of a preset as of a moment: what is not over ends today. */
export function presetDays(preset: Preset, now: number): Days {
  const today = dayText(now)
  const [year, month] = [today.slice(0, 4), Number(today.slice(5, 7))]
  const firstOf = (one: number) => `${year}-${String(one).padStart(2, '0')}-01`
  if (preset === 'lastMonth') return { from: monthBefore(firstOf(month)), to: dayAfter(firstOf(month), -1) }
  const first = { month, quarter: month - ((month - 1) % 3), year: 1 }[preset]
  return { from: firstOf(first), to: today }
}

const ID = /^[1-9]\d{0,14}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const WHOLE = /^\d{1,4}$/
const dayIn = (text: string | undefined) => (text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined)

/** The days that are looked at: those of the address, else this month. */
export function daysIn({ filters }: Pick<ListState, 'filters'>, now: number): Days {
  const month = presetDays('month', now)
  return { from: dayIn(filters['since']) ?? month.from, to: dayIn(filters['until']) ?? month.to }
}

/** What a list is narrowed by. What an address says wrongly is left out rather than refused. */
export function narrowingIn({ filters }: Pick<ListState, 'filters'>) {
  const idOf = (name: 'storeId' | 'areaId' | 'productId') => {
    const text = filters[name]
    return text && ID.test(text) ? { [name]: Number(text) } : {}
  }
  const category = CATEGORIES.find((one) => one === filters['category'])
  return {
    ...(filters['search'] ? { search: filters['search'].slice(0, 100) } : {}),
    ...idOf('storeId'),
    ...idOf('areaId'),
    ...idOf('productId'),
    ...(category ? { category } : {}),
  }
}

/** A number of days that can be asked for, at least `least`; none where the address says none. */
export function standingDays({ filters }: Pick<ListState, 'filters'>, least: 0 | 1): { days?: number } {
  const text = filters['days']
  const days = text && WHOLE.test(text) ? Number(text) : -1
  return days >= least && days <= REPORT_DAYS ? { days } : {}
}

/** What the rows are told apart by, as the address says. */
export const byIn = (address: URLSearchParams): ReportBy => REPORT_BY.find((one) => one === address.get('by')) ?? 'place'

/** The address with rows told apart by something else; `more` is what it is narrowed by from now on. */
export function withBy(address: URLSearchParams, by: ReportBy, more: Readonly<Record<string, string>> = {}): URLSearchParams {
  const next = new URLSearchParams(address)
  next.delete('page')
  for (const [name, value] of Object.entries({ by: by === 'place' ? '' : by, ...more }))
    if (value === '') next.delete(name)
    else next.set(name, value)
  return next
}

/** Where the rows of a group stand one by one: those of a category by product, else by place. */
export function withinGroup(address: URLSearchParams, { productId, storeId, category }: ReportRow): URLSearchParams {
  if (category !== null) return withBy(address, 'product', { category })
  return withBy(address, 'place', productId === null ? { storeId: String(storeId) } : { productId: String(productId) })
}

/** What the panel is of: a row, by what narrows the report to it; all rows where nothing does. */
export interface OfRow {
  readonly productId?: number
  readonly storeId?: number
  /** The base in which it happened. */
  readonly areaId?: number
  readonly category?: (typeof CATEGORIES)[number]
}
export interface OpenedFigure {
  readonly of: OfRow
  /** Whose rows are open; null: all that moved. */
  readonly figure: ReportFigure | null
}
const ALL = 'all'
/** What narrows the report to a row of it. */
export const ofRow = ({ productId, storeId, areaId, category }: ReportRow): OfRow => ({
  ...(productId === null ? {} : { productId }),
  ...(storeId === null ? {} : { storeId }),
  ...(areaId === null ? {} : { areaId }),
  ...(category === null ? {} : { category }),
})

/** What the panel shows, as the address says: `open` the row (7-3-5 of product, store and base, 7-, -3-5, a category, all), `figure` whose rows; null where it is closed. */
export function openedFigureIn(address: URLSearchParams): OpenedFigure | null {
  const open = address.get('open') ?? ''
  const figure = REPORT_FIGURES.find((one) => one === address.get('figure')) ?? null
  if (open === ALL) return { of: {}, figure }
  const category = CATEGORIES.find((one) => one === open)
  if (category !== undefined) return { of: { category }, figure }
  const names = ['productId', 'storeId', 'areaId'] as const
  const parts = open.split('-')
  const isKnown =
    parts.length > 1 &&
    parts.length <= names.length &&
    parts.every((text) => text === '' || ID.test(text)) &&
    parts.some((text) => text !== '')
  if (!isKnown) return null
  return { of: Object.fromEntries(names.flatMap((name, at) => (parts[at] ? [[name, Number(parts[at])]] : []))), figure }
}

/** The address with the panel as it shall be; null closes it. */
export function withOpenedFigure(address: URLSearchParams, opened: OpenedFigure | null): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const name of ['open', 'figure']) next.delete(name)
  if (opened === null) return next
  const { productId, storeId, areaId, category } = opened.of
  const place = `${productId ?? ''}-${storeId ?? ''}${areaId === undefined ? '' : `-${areaId}`}`
  next.set('open', category ?? (place === '-' ? ALL : place))
  if (opened.figure !== null) next.set('figure', opened.figure)
  return next
}
