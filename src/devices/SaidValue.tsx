import { useTranslation } from 'react-i18next'
import { type DeviceType, meaningOf } from '#contract/devices/deviceType'
import { useReading } from '#src/live/useReading.ts'
import { newerReading } from '#streams/devices/readings'
import { asWordKey } from '#src/i18n/i18n.ts'
import { readingText } from './itemName.ts'
import type { ShownItem } from './useNewest.ts'

/** A reading whose number stands for something, in the words of its type; a number that the type does not name stays one. */
export function SaidValue({
  areaId,
  item,
  code,
  deviceType,
}: {
  areaId: number
  item: Pick<ShownItem, 'itemId' | 'value' | 'ts'>
  code: string
  deviceType: DeviceType
}) {
  const { t, i18n } = useTranslation()
  const value = newerReading(item, useReading(areaId, item.itemId))?.value ?? null
  const meaning = meaningOf(deviceType, code, value)
  return <span>{meaning === null ? readingText(value, code, i18n.language) : (t(asWordKey(`devices:says.${meaning}`)) as string)}</span>
}
