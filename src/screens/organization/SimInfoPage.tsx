import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { type SimCard, simCard } from '#contract/organization/simCard'
import { SIM_FAULTS, SIM_PATHS } from '#contract/organization/simSource'
import { useCall } from '#src/api/useCall.ts'
import { RecordFacts } from '#src/crud/RecordFacts.tsx'
import { useRecord } from '#src/crud/useRecords.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { SimUsageSection } from './sim/SimUsageSection.tsx'

const PRESENCES = ['online', 'offline', 'unknown'] as const

/** A SIM card: its facts, what it used by month, the device that it is in, and what was told of it. */
export default function SimInfoPage() {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const { record, error, retry } = useRecord(simCard, id)
  if (error)
    return (
      <Page title={t('organization:sim.info')}>
        <ErrorState error={error} onRetry={() => void retry()} />
      </Page>
    )
  if (!record) return <SkeletonPage />
  const card = record as unknown as SimCard
  return (
    <Page title={card.iccid} lead={t('organization:sim.info')}>
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '3fr 2fr' } }}>
        <Stack sx={{ gap: 2 }}>
          <Section title={t('organization:simCard.one')}>
            <RecordFacts of={simCard} record={record} />
            <Standing card={card} />
          </Section>
          <SimUsageSection id={id} usedMb={card.usedMb} />
        </Stack>
        <Stack sx={{ gap: 2 }}>
          <DeviceOf card={card} />
          <Warnings id={id} />
        </Stack>
      </Box>
    </Page>
  )
}

/** How it stands towards its end and its allowance, and how fresh what the carrier's service said of it is. */
function Standing({ card }: { card: SimCard }) {
  const { t } = useTranslation()
  const [fault = '', ...more] = (card.readFault ?? '').split(' ')
  const known = SIM_FAULTS.find((one) => one === fault)
  const paths = more.flatMap((name) => SIM_PATHS.find((one) => one === name) ?? []).map((name) => t(`organization:sim.source.${name}`))
  const lines = [
    ...(card.daysLeft === null || card.daysLeft < 0 ? [] : [t('organization:sim.daysLeft', { count: card.daysLeft })]),
    t('frame:named', { what: t('organization:simCard.fields.expiry'), which: t(`organization:simCard.choices.expiry.${card.expiry}`) }),
    t('frame:named', { what: t('organization:simCard.fields.usage'), which: t(`organization:simCard.choices.usage.${card.usage}`) }),
    ...(card.readAt === null ? [] : [t('organization:sim.readAt', { age: momentText(card.readAt) })]),
    ...(known === undefined
      ? []
      : [t('organization:sim.readFailed', { why: [t(`organization:sim.source.fault.${known}`), ...paths].join(' · ') })]),
  ]
  return (
    <Box sx={{ mt: 1 }}>
      {lines.map((line) => (
        <Typography key={line} variant="body2" sx={{ py: 0.25 }}>
          {line}
        </Typography>
      ))}
    </Box>
  )
}

function DeviceOf({ card }: { card: SimCard }) {
  const { t } = useTranslation()
  const presence = PRESENCES.find((one) => one === card.presence) ?? 'unknown'
  return (
    <Section title={t('organization:sim.device')}>
      {card.deviceName === null ? (
        <Typography sx={{ color: 'text.secondary' }}>{card.deviceEui ?? t('organization:sim.noDevice')}</Typography>
      ) : (
        <Typography>
          {card.deviceName} · {t(`organization:sim.${presence}`)}
        </Typography>
      )}
    </Section>
  )
}

function Warnings({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data } = useCall(simCard.actions.warnings, { params: { id } })
  return (
    <Section title={t('organization:sim.warnings')}>
      {data?.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('organization:sim.noWarnings')}</Typography>}
      {data?.map(({ kind, about, threshold, at }) => (
        <Typography key={`${kind} ${about} ${threshold}`} variant="body2" sx={{ py: 0.5 }}>
          {kind === 'expiry'
            ? t('organization:sim.warnedExpiry', { day: about, days: threshold })
            : t('organization:sim.warnedUsage', { month: about, percent: threshold })}
          {` · ${momentText(at)}`}
        </Typography>
      ))}
    </Section>
  )
}
