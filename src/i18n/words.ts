import type account from '#locales/zh-CN/account'
import type charts from '#locales/zh-CN/charts'
import type crud from '#locales/zh-CN/crud'
import type documents from '#locales/zh-CN/documents'
import type errors from '#locales/zh-CN/errors'
import type field from '#locales/zh-CN/field'
import type frame from '#locales/zh-CN/frame'
import type media from '#locales/zh-CN/media'
import type notices from '#locales/zh-CN/notices'
import type session from '#locales/zh-CN/session'

/**
 * The words of each namespace, a file `locales/<language>/<namespace>.json`, for the types of their keys. An area adds its own where it binds
 * its screens (`src/screens/<area>/bound.tsx`).
 */
export interface Words {
  account: typeof account
  charts: typeof charts
  crud: typeof crud
  documents: typeof documents
  errors: typeof errors
  field: typeof field
  frame: typeof frame
  media: typeof media
  notices: typeof notices
  session: typeof session
}
