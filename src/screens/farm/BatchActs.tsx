import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BATCH_VERBS, type Batch, type BatchVerb, batch } from '#contract/farm/batch'
import { batchAfter } from '#machines/farm/batch'
import { Permitted } from '#src/session/Permitted.tsx'
import { momentText } from '#src/time/moment.ts'
import { EarlyMark } from './activityCells.tsx'
import { BatchActDialog } from './BatchActDialog.tsx'

/** What can be done with a batch now, and what it has gone through. */
export function BatchActs({ record }: { record: Batch }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<BatchVerb | null>(null)
  const { batchState, startedAt, endedAt, endReason, safeFrom } = record
  const possible = BATCH_VERBS.filter((verb) => batchAfter(batchState, verb) !== null)
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('farm:batch.life')}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {startedAt === null
          ? t('farm:batch.notBegun')
          : endedAt === null
            ? t('farm:land.since', { day: momentText(startedAt) })
            : t('farm:land.span', { from: momentText(startedAt), to: momentText(endedAt) })}
      </Typography>
      {safeFrom !== null && (
        <Typography component="div" variant="body2">
          {t('farm:batch.harvestBegun')} <EarlyMark value={safeFrom} />
        </Typography>
      )}
      {endReason !== null && <Typography variant="body2">{t('farm:batch.because', { reason: endReason })}</Typography>}
      <Permitted code={batch.codes.edit}>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {possible.map((verb, at) => (
            <Button
              key={verb}
              variant={at === 0 ? 'contained' : 'outlined'}
              color={verb === 'fail' ? 'error' : 'primary'}
              onClick={() => setAsked(verb)}
            >
              {t(`farm:batch.verb.${verb}`)}
            </Button>
          ))}
        </Stack>
      </Permitted>
      {asked !== null && <BatchActDialog record={record} verb={asked} onClose={() => setAsked(null)} />}
    </Stack>
  )
}
