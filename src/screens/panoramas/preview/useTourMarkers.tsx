import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Hotspot } from '#contract/panoramas/hotspot'
import type { ShownMarker } from '../viewer/PanoramaView.tsx'
import { useHotspotWords } from '../viewer/useHotspotWords.ts'
import { HotspotButton } from './HotspotButton.tsx'
import type { TourScene } from './tourScene.ts'

export type DeviceSpot = Extract<Hotspot, { HType: 2 }>

/** The hotspots of a scene as they are walked through; `device` draws what stands for a device, where the tour shows any. */
export function useTourMarkers(
  hotspots: readonly Hotspot[],
  {
    scenes,
    device,
    onPress,
  }: {
    scenes: readonly TourScene[]
    device: ((hotspot: DeviceSpot, title: string) => ReactNode) | undefined
    onPress: (hotspot: Hotspot) => void
  },
): readonly ShownMarker[] {
  const { t } = useTranslation()
  const { titleOf } = useHotspotWords()
  const leadsTo = (one: Hotspot) =>
    one.HType === 1 ? (scenes.find(({ scenesId }) => scenesId === one.content.scenesId)?.scenesName ?? '') : ''
  const labelOf = (one: Hotspot): string => {
    if (one.HType === 1) return t('panoramas:preview.goTo', { name: one.text || leadsTo(one) })
    return one.HType === 5 ? t('panoramas:preview.opensWindow', { title: titleOf(one) }) : titleOf(one)
  }
  return hotspots.flatMap((one) => {
    const at = { name: one.name, ath: one.ath, atv: one.atv }
    if (one.HType === 2) return device ? [{ ...at, content: device(one, titleOf(one)) }] : []
    const words = one.text || leadsTo(one)
    return [
      {
        ...at,
        content: (
          <HotspotButton hotspot={one} label={labelOf(one)} onPress={() => onPress(one)}>
            {words ? <span>{words}</span> : null}
          </HotspotButton>
        ),
      },
    ]
  })
}
