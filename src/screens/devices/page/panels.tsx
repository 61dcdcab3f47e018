import type { ComponentType } from 'react'
import type { Device } from '#contract/devices/device'
import type { DevicePanel } from '#contract/devices/types/defineDeviceType'
import { lazyPart } from '#src/ui/lazyPart.tsx'

/** What a type has beside the common parts of the page; each comes when it is first drawn. */
export const panels: Readonly<Record<DevicePanel, ComponentType<{ readonly device: Device }>>> = {
  pumps: lazyPart(() =>
    import('./Pumps.tsx').then(({ Pumps }) => ({ default: ({ device }: { device: Device }) => <Pumps deviceId={device.id} onPage /> })),
  ),
  dosing: lazyPart(() => import('./dosing/DosingPanel.tsx').then(({ DosingPanel }) => ({ default: DosingPanel }))),
  insects: lazyPart(() => import('#src/insects/InsectPanel.tsx').then(({ InsectPanel }) => ({ default: InsectPanel }))),
  soilProfile: lazyPart(() => import('./soil/SoilProfile.tsx').then(({ SoilProfile }) => ({ default: SoilProfile }))),
  shownText: lazyPart(() => import('./ShownText.tsx').then(({ ShownText }) => ({ default: ShownText }))),
  windRose: lazyPart(() => import('./wind/WindRosePanel.tsx').then(({ WindRosePanel }) => ({ default: WindRosePanel }))),
}

/** Panels that take the place of the list of switches: what they show is switched there, and nowhere else on the page. */
export const controlPanels: ReadonlySet<DevicePanel> = new Set(['pumps'])
