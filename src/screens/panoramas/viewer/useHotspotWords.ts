import { useTranslation } from 'react-i18next'
import { deviceTypeOf, HOTSPOT_DEVICES, type Hotspot, type HotspotDevice, type HotspotStyle } from '#contract/panoramas/hotspot'
import { kindOf } from '#machines/panoramas/hotspotDraft'

type DeviceStyle = Extract<HotspotStyle, HotspotDevice>
const isDevice = (style: HotspotStyle): style is DeviceStyle => (HOTSPOT_DEVICES as readonly string[]).includes(style)

/** What hotspots, their pictures and their devices are called. */
export function useHotspotWords() {
  const { t } = useTranslation()
  /** HOTSPOT-12: the second and the fourth insect lamp are told apart by their letters. */
  const deviceWord = (word: HotspotDevice) => t(`devices:type.${deviceTypeOf(word)}`)
  return {
    deviceWord,
    styleWord: (style: HotspotStyle): string =>
      isDevice(style) ? deviceWord(style) : t(`panoramas:style.${style as Exclude<HotspotStyle, HotspotDevice>}`),
    titleOf: (hotspot: Hotspot): string => {
      if (hotspot.text !== '') return hotspot.text
      if (hotspot.HType === 2 && hotspot.content.name !== '') return hotspot.content.name
      return t('panoramas:hotspot.untitled', { kind: t(`panoramas:kind.${kindOf(hotspot)}`) })
    },
  }
}
