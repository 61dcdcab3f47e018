import 'i18next'
import type account from '#locales/zh-CN/account'
import type approvals from '#locales/zh-CN/approvals'
import type charts from '#locales/zh-CN/charts'
import type crud from '#locales/zh-CN/crud'
import type devices from '#locales/zh-CN/devices'
import type errors from '#locales/zh-CN/errors'
import type farm from '#locales/zh-CN/farm'
import type frame from '#locales/zh-CN/frame'
import type home from '#locales/zh-CN/home'
import type inventory from '#locales/zh-CN/inventory'
import type map from '#locales/zh-CN/map'
import type media from '#locales/zh-CN/media'
import type notices from '#locales/zh-CN/notices'
import type organization from '#locales/zh-CN/organization'
import type session from '#locales/zh-CN/session'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: readonly [
      'frame',
      'session',
      'account',
      'home',
      'errors',
      'notices',
      'map',
      'media',
      'farm',
      'devices',
      'crud',
      'charts',
      'approvals',
      'inventory',
      'organization',
    ]
    resources: {
      approvals: typeof approvals
      inventory: typeof inventory
      organization: typeof organization
      frame: typeof frame
      session: typeof session
      account: typeof account
      home: typeof home
      errors: typeof errors
      notices: typeof notices
      map: typeof map
      media: typeof media
      farm: typeof farm
      devices: typeof devices
      charts: typeof charts
      crud: typeof crud
    }
  }
}
