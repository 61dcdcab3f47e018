import type { MenuTheme } from '#contract/session/look'

/** Which options of the theme drawer a theme shows (THEME-06 to -08); what hangs on a menu of its own colour shows with one. */
export function shownOptions({ layout, label, follow, backgroundColor }: MenuTheme): ReadonlySet<keyof MenuTheme> {
  return new Set<keyof MenuTheme>([
    'layout',
    'themeColor',
    'follow',
    ...(follow === 0 ? (['backgroundColor'] as const) : []),
    ...(follow === 1 || backgroundColor !== '' ? (['fontColor'] as const) : []),
    ...(layout === 'lengthway' || layout === 'subfield' ? (['menuWidth'] as const) : []),
    'label',
    ...(label === 1 ? (['labelIcon', 'labelStyle'] as const) : []),
    ...(layout === 'float' || layout === 'subfield' ? (['subfieldStyle'] as const) : []),
  ])
}

/** THEME-09: these layouts open the menu when they are chosen, the others close it. */
export const opensMenu = (layout: MenuTheme['layout']): boolean => layout === 'lengthway' || layout === 'subfield' || layout === 'synthesis'
