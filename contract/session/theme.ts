import { z } from 'zod'
import { defineCall, type PermissionCode } from '../core/call.ts'
import { flag, id, text } from '../core/values.ts'
import { defaultTheme, type MenuTheme } from './look.ts'

/** Opens the theme drawer and saves what was chosen there (PERMISSIONS-10). */
export const THEME_CONFIG = 'wfpf.farm.user.ps.themeConfig' satisfies PermissionCode

/** The documents write a colour without its sign (THEME-03); it is kept with it. */
const color = z
  .string()
  .regex(/^#?[0-9a-f]{6}$/i)
  .transform((given) => `#${given.replace('#', '').toLowerCase()}`)
const on = z.union([z.literal(0), z.literal(1)])

export const LAYOUTS = ['float', 'crosswise', 'lengthway', 'subfield', 'synthesis'] as const
export const LABEL_STYLES = ['smooth', 'card', 'flexible'] as const
export const SUBFIELD_STYLES = ['lengthway', 'crosswise', 'card', 'arrow'] as const
export const MENU_WIDTHS = [244, 255, 266] as const
/** What is missing, or of another version, is its default. */
const menuTheme = z.object({
  layout: z.enum(LAYOUTS).catch(defaultTheme.layout),
  themeColor: color.catch(defaultTheme.themeColor),
  backgroundColor: z.union([color, z.literal('')]).catch(defaultTheme.backgroundColor),
  follow: on.catch(defaultTheme.follow),
  fontColor: z.enum(['dark', 'white']).catch(defaultTheme.fontColor),
  menuWidth: z.literal(MENU_WIDTHS).catch(defaultTheme.menuWidth),
  label: on.catch(defaultTheme.label),
  labelIcon: on.catch(defaultTheme.labelIcon),
  labelStyle: z.enum(LABEL_STYLES).catch(defaultTheme.labelStyle),
  subfieldStyle: z.enum(SUBFIELD_STYLES).catch(defaultTheme.subfieldStyle),
})

/** Reads a theme out of its JSON text; the default where that is none. */
export function readTheme(json: string): MenuTheme {
  try {
    const value: unknown = JSON.parse(json)
    return menuTheme.parse(typeof value === 'object' && value != null ? value : {})
  } catch {
    return defaultTheme
  }
}

/** THEME-11: `theme` is JSON text, empty where nothing was saved; `open`: whether the menu stands open. */
const kept = z.object({ open: z.int(), userId: z.int(), theme: z.string() })

const isObject = (json: string) => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value != null && !Array.isArray(value)
  } catch {
    return false
  }
}

export const themeCalls = {
  get: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/menu-theme/{userId}',
    permission: 'login',
    summary: "How the caller's console looks; only the caller's own",
    answer: kept,
  }),
  save: defineCall({
    method: 'POST',
    trail: { untold: 'own' },
    path: '/wfpf/v1/{t}/menu-theme',
    permission: THEME_CONFIG,
    persons: true,
    summary: "Keeps how the caller's console looks",
    body: z.object({ open: flag.default(1), userId: id, theme: text(2000).refine(isObject, 'invalid') }),
    answer: kept,
  }),
}
