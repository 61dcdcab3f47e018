import DeviceHubOutlined from '@mui/icons-material/DeviceHubOutlined'
import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import type { SvgIconComponent } from '@mui/icons-material'
import { deviceTypes, typesOn } from '#contract/devices/deviceType'
import { type InfoPath, LABELS, LISTED_PAGES, type ListPath, listPathOf } from '#contract/devices/pages'
import { bindArea, inFrame, inWindow, type Screen } from '#src/frame/bindArea.tsx'
import { LayerGlyph } from '#src/map/LayerGlyph.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import type words from '#locales/zh-CN/devices'

declare module '#src/i18n/words.ts' {
  interface Words {
    devices: typeof words
  }
}

/** Each page that lists devices, and below it the page of one. */
const screens = Object.fromEntries(
  LISTED_PAGES.flatMap((page) => [
    [
      listPathOf(page),
      inFrame(() => import('./DeviceListPage.tsx').then(({ DeviceListPage }) => ({ default: () => <DeviceListPage page={page} /> }))),
    ],
    [
      `${listPathOf(page)}/info/:id`,
      inFrame(() => import('./page/DevicePage.tsx').then(({ DevicePage }) => ({ default: () => <DevicePage page={page} /> }))),
    ],
  ]),
) as Record<ListPath | InfoPath, Screen>

/** In menus and tabs a page has the picture that its devices have on the map. */
const pictures = Object.fromEntries(
  LISTED_PAGES.map((page) => {
    const { layer } = deviceTypes[typesOn(page)[0]!]
    const Picture = (props: SvgIconProps) => <LayerGlyph layer={layer} {...props} />
    Picture.muiName = SvgIcon.muiName
    return [listPathOf(page), Picture as SvgIconComponent]
  }),
)

export const devices = bindArea({
  screens: {
    ...screens,
    '/system/deviceManager': inFrame(() => import('./DeviceManagerPage.tsx')),
    [LABELS]: inWindow(() => import('./LabelsPage.tsx')),
  },
  pictures: { ...pictures, '/system/deviceManager': DeviceHubOutlined },
  windows: {
    collect: lazyPart(() => import('./CollectDialog.tsx').then(({ CollectDialog }) => ({ default: CollectDialog }))),
    aerator: lazyPart(() => import('./AeratorDialog.tsx').then(({ AeratorDialog }) => ({ default: AeratorDialog }))),
    lamp: lazyPart(() => import('./LampDialog.tsx').then(({ LampDialog }) => ({ default: LampDialog }))),
  },
})
