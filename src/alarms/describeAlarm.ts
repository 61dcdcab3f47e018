import type { AlarmFace } from '#contract/alarms/alarm'
import { meaningOf } from '#contract/devices/deviceType'
import { readingText } from '#src/devices/itemName.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { momentText } from '#src/time/moment.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import type { AlarmWords } from './describeCondition.ts'

const DIGITS = 3
const withUnit = (said: string, unit: string | null) => (unit === null ? said : `${said} ${unit}`)

/** The reading that decided, against its limit; empty where no reading did. Of no data when the last one was. */
function measuredText({ cause, code, value, limit, unit, direction, deviceType, seenAt }: AlarmFace, { t, language }: AlarmWords): string {
  if (cause === 'noData') return seenAt === null ? t('alarms:noData.never') : t('alarms:noData.last', { time: momentText(seenAt) })
  if (code === null || value === null) return ''
  // A number that stands for a fault is no amount.
  const meaning = meaningOf(deviceType, code, value)
  if (meaning !== null) return t(asWordKey(`devices:says.${meaning}`)) as string
  const said = withUnit(readingText(value, code, language), unit)
  if (limit === null || direction === 'none') return said
  return t(`alarms:measured.${direction}`, { value: said, limit: withUnit(formatValue(limit, language, DIGITS), unit) })
}

/** What it is: its rule's name, which says nothing where nothing is known. */
function whatText({ cause, code, ruleName }: AlarmFace, { t, item }: AlarmWords): string {
  if (cause === 'condition') return ruleName
  return code === null ? t('alarms:noData.ofRule', { rule: ruleName }) : t('alarms:noData.of', { of: item(code) })
}

/** Where it is: the device, the layer or pump of it that it is about, and the plot that it stands on. */
function whereText({ deviceName, ordinal, landName }: AlarmFace, { t }: AlarmWords): string {
  const device = ordinal === null ? deviceName : t('alarms:ordinal', { device: deviceName, ordinal })
  return landName === null ? device : `${device} · ${landName}`
}

export interface AlarmSaid {
  readonly what: string
  readonly where: string
  /** What the deciding reading was, and its limit; empty where no reading decided. */
  readonly measured: string
  /** All of it in one line. */
  readonly line: string
}

/** An alarm in words: what, where, and the value against its limit. */
export function describeAlarm(alarm: AlarmFace, words: AlarmWords): AlarmSaid {
  const [what, where, measured] = [whatText(alarm, words), whereText(alarm, words), measuredText(alarm, words)]
  return { what, where, measured, line: [what, where, measured].filter((part) => part !== '').join(' · ') }
}
