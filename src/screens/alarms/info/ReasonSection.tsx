import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Alarm } from '#contract/alarms/alarm'
import { leavesOf } from '#contract/watch/condition'
import { describeHeld, describeLeaf } from '#src/alarms/describeCondition.ts'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SeenTable } from '#src/watch/SeenTable.tsx'

/** What raised an alarm: the condition as it was then, and of each part what was seen, how old that was, and what it came to. */
export function ReasonSection({ of }: { of: Alarm }) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  const { when, holdSeconds, seen, since, version } = of.reason
  return (
    <Section title={t('alarms:info.reason')}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{describeHeld(when, holdSeconds, words)}</Typography>
      <SecondaryText sx={{ mb: 1 }}>
        {t(of.cause === 'noData' ? 'alarms:info.sinceNoData' : 'alarms:info.since', { at: momentText(since), version })}
      </SecondaryText>
      <SeenTable
        label={t('alarms:info.leaf')}
        at={of.raisedAt}
        yes="status.alarm"
        rows={leavesOf(when).map((leaf, nth) => ({ asked: describeLeaf(leaf, words), leaf, seen: seen[nth] }))}
      />
      {of.cleared !== null && of.clearedAt !== null && (
        <Typography variant="body2" sx={{ mt: 1.5 }}>
          {t('alarms:info.cleared', { at: momentText(of.clearedAt), why: t(`alarms:clearedBy.${of.cleared.by}`) })}
        </Typography>
      )}
    </Section>
  )
}
