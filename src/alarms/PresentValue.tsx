import { useTranslation } from 'react-i18next'
import type { AlarmFace } from '#contract/alarms/alarm'
import { meaningOf } from '#contract/devices/deviceType'
import { readingText } from '#src/devices/itemName.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { useDrawn } from '#src/live/useDrawn.ts'
import { Age } from '#src/ui/Age.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

/** What an alarm that is not over was raised by, as it is read now, with its age; nothing while no newer reading is known than that which raised it. */
export function PresentValue({ of }: { of: AlarmFace }) {
  return of.itemId === null || of.code === null || of.clearedAt !== null ? null : <Newest of={of} itemId={of.itemId} code={of.code} />
}

function Newest({ of, itemId, code }: { of: AlarmFace; itemId: number; code: string }) {
  const { t, i18n } = useTranslation()
  const reading = useDrawn(of.areaId, { itemId, value: null, ts: null })
  if (reading?.value == null || reading.ts <= (of.seenAt ?? of.raisedAt)) return null
  const meaning = meaningOf(of.deviceType, code, reading.value)
  const value = meaning === null ? readingText(reading.value, code, i18n.language) : (t(asWordKey(`devices:says.${meaning}`)) as string)
  return (
    <SecondaryText variant="caption" component="span" sx={{ display: 'block' }} data-present-value>
      {t('alarms:presentValue', { value: meaning === null && of.unit !== null ? `${value} ${of.unit}` : value })} ·{' '}
      <Age moment={reading.ts} />
    </SecondaryText>
  )
}
