import { useTranslation } from 'react-i18next'
import type { Flow } from '#contract/flows/flow'
import { spanText } from '#src/alarms/describeCondition.ts'
import { Captioned } from '#src/ui/Captioned.tsx'
import { Section } from '#src/ui/Section.tsx'

/** The settings of a flow in words, where nothing may be changed. */
export function SettingsRead({ of }: { of: Flow }) {
  const { t } = useTranslation()
  const { whileRunning, maxSeconds } = of.definition
  const facts = [
    [t('flows:editor.group'), of.groupName ?? t('crud:none')],
    [t('flows:editor.priority'), t('flows:editor.priorityOf', { priority: of.priority })],
    [t('flows:editor.whileRunning'), t(`flows:editor.whileRunnings.${whileRunning}`)],
    [t('flows:editor.maxSeconds'), spanText(maxSeconds, { t })],
    [t('flows:editor.note'), of.note === '' ? t('crud:none') : of.note],
  ] as const
  return (
    <Section title={t('flows:editor.settings')}>
      <Captioned facts={facts} columns={2} />
    </Section>
  )
}
