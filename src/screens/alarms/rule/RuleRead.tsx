import { useTranslation } from 'react-i18next'
import type { AlarmRule } from '#contract/alarms/rule'
import { describeHeld, hoursText } from '#src/alarms/describeCondition.ts'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { Captioned } from '#src/ui/Captioned.tsx'
import { Section } from '#src/ui/Section.tsx'
import { useDeviceNames } from '#src/watch/pick/useDeviceNames.ts'
import { usePlots } from '#src/watch/pick/usePlots.ts'

/** A rule in words, for who may not change it. */
export function RuleRead({ of }: { of: AlarmRule }) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  const { types, deviceIds, landIds } = of.scope
  const nameOf = useDeviceNames(deviceIds ?? [])
  const plots = usePlots(of.areaId)
  const comma = t('alarms:say.comma')
  const facts: readonly (readonly [string, string])[] = [
    [t('alarms:rule.when'), describeHeld(of.when, of.holdSeconds, words)],
    [t('alarms:rule.clear'), of.clear === null ? t('alarms:rule.clearElse') : describeHeld(of.clear, of.clearSeconds, words)],
    [t('alarms:rule.noData'), t(`alarms:rule.noDatas.${of.noData}`)],
    ...(of.during === null ? [] : [[t('alarms:rule.during'), hoursText(of.during, words)] as const]),
    [t('alarms:scope.types'), types === null ? t('crud:all') : types.map((type) => t(`devices:type.${type}`)).join(comma)],
    ...(deviceIds === null ? [] : [[t('alarms:scope.devices'), deviceIds.map(nameOf).join(comma)] as const]),
    ...(landIds === null
      ? []
      : [[t('alarms:scope.plots'), landIds.map((id) => plots.find((plot) => plot.id === id)?.name ?? `#${id}`).join(comma)] as const]),
    [t('alarms:rule.advice'), of.advice === '' ? t('crud:none') : of.advice],
  ]
  return (
    <Section title={t('alarms:rule.facts')}>
      <Captioned facts={facts} />
    </Section>
  )
}
