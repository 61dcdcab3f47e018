import { defineRoute } from '../core/route.ts'

/** Pages that say what went wrong. */
export const pages = [
  defineRoute('/web/farm/defaultPage', {
    area: 'frame',
    module: 'farm',
    permission: 'login',
    cached: false,
    title: 'frame:empty.pageNoPage',
  }),
  defineRoute('/web/farm/serverErrorPage', {
    area: 'frame',
    module: 'farm',
    permission: 'login',
    cached: false,
    title: 'frame:empty.serverError',
  }),
] as const
