import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { FlowDefinition } from '#contract/flows/definition'
import type { FlowRun } from '#contract/flows/run'
import { leavesOf } from '#contract/watch/condition'
import { causeText } from '#src/flows/causeText.ts'
import { placeText } from '#src/flows/describeChecks.ts'
import { describeTrigger } from '#src/flows/describeTrigger.ts'
import type { FlowWords } from '#src/flows/flowWords.ts'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SeenTable } from '#src/watch/SeenTable.tsx'
import { seenRow, seenRows } from './seenRows.ts'

/** What started a run, with what was seen then; and what was asked at the start where that decided against it. */
export function CauseSection({ of, definition, words }: { of: FlowRun; definition: FlowDefinition | null; words: FlowWords }) {
  const { t } = useTranslation()
  const { cause } = of
  const trigger = cause.kind === 'hand' ? undefined : definition?.triggers[cause.trigger]
  const leaves = trigger?.kind === 'watch' ? leavesOf(trigger.logic.when) : []
  const asked = seenRows(of.checks, definition?.only ?? null, words)
  return (
    <Section title={t('flows:run.causeTitle')}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{causeText(cause, trigger, words)}</Typography>
      {trigger !== undefined && <SecondaryText>{describeTrigger(trigger, words)}</SecondaryText>}
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {[
          cause.kind === 'watch' ? t('flows:run.since', { at: momentText(cause.since) }) : '',
          t('crud:pair', { one: t('flows:run.at'), two: momentText(of.at) }),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </Typography>
      {cause.kind === 'watch' && (
        <SeenTable
          label={t('flows:run.causeTitle')}
          at={cause.raisedAt}
          yes="status.normal"
          rows={cause.seen.map((seen, nth) => seenRow(placeText(cause.deviceName, cause.ordinal, words), leaves[nth], seen, words))}
        />
      )}
      {asked.length > 0 && (
        <>
          <Typography component="h3" variant="body2" sx={{ fontWeight: 600, mt: 1.5 }}>
            {t('flows:run.checks')}
          </Typography>
          <SeenTable label={t('flows:run.checks')} at={of.lastAt} yes="status.normal" rows={asked} />
        </>
      )}
    </Section>
  )
}
