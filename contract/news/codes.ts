/** The codes of the pages that write news; what one may do there follows from them. */
export const ARTICLES = 'wfpf.company.config.article'
export const CATEGORIES = 'wfpf.company.config.classify'
