import { useTranslation } from 'react-i18next'
import type { Command } from '#contract/devices/switch'
import { doseSet, settingsSet } from '#contract/devices/verbs'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { useDoseWords } from '../page/dosing/useDoseWords.ts'
import { describeSpan } from './describeSpan.ts'
import { Metered } from './VolumeChoice.tsx'

/** What was asked for, and for how long at most. */
export function Wish({ of }: { of: Command }) {
  const { t } = useTranslation()
  const words = useStatusWords(of.switchKind, of.switchName)
  const doseWords = useDoseWords()
  if (of.verb === settingsSet.name) return t('devices:settings.title')
  if (of.verb === doseSet.name) {
    const { dose } = doseSet.args.parse(of.args)
    return dose === null ? t('devices:dosing.askedStop') : t('devices:dosing.asked', { recipe: dose.recipe, what: doseWords(dose) })
  }
  if (of.maxRunMs === null) return words(of.status)
  const { unit, ...span } = describeSpan(of.maxRunMs)
  if (of.volume)
    return (
      <>
        {t('devices:meter.asked', { status: words(of.status), asked: of.volume.asked, span: t(`devices:changes.span.${unit}`, span) })}
        <Metered run={of.volume} />
      </>
    )
  return t('devices:cause.atMost', { status: words(of.status), span: t(`devices:changes.span.${unit}`, span) })
}
