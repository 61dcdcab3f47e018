/** The page of news that everybody sees: `tenantId` stands in its query, and `id` where it shows one article. */
export const INFORMATION_PAGE = '/information'
/** The same news for feed readers, and for those who list pages. They stand beside the page, not below it: a site map speaks for its folder. */
export const INFORMATION_FEED = '/information.atom'
export const INFORMATION_MAP = '/information-sitemap.xml'

interface At {
  readonly tenantId: number
  readonly id?: number | undefined
  readonly category?: number | undefined
  readonly page?: number | undefined
  readonly size?: number | undefined
  readonly lang?: string | undefined
}
const queryOf = (at: At) =>
  (['tenantId', 'id', 'category', 'page', 'size', 'lang'] as const)
    .flatMap((name) => (at[name] === undefined ? [] : [`${name}=${at[name]}`]))
    .join('&')
export const informationPath = (at: At): string => `${INFORMATION_PAGE}?${queryOf(at)}`
export const feedPath = (at: Pick<At, 'tenantId' | 'lang'>): string => `${INFORMATION_FEED}?${queryOf(at)}`
