import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Link from '@mui/material/Link'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { reportCalls } from '#contract/inventory/report'
import { useCall } from '#src/api/useCall.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { dayAfter } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { Money } from '../stock/Amount.tsx'
import { CurveTable } from '../stock/CurveTable.tsx'
import type { Days, narrowingIn } from './reportAddress.ts'

const TrendCanvas = lazyPart(() => import('#src/charts/TrendCanvas.tsx'))
const HEIGHT = 200

/**
 * What goods were worth that came and left, by day, week or month: drawn, and beside it as exact figures; each piece of time narrows the report
 * to itself.
 */
export function ReportCurve({ asked, onDays }: { asked: Days & ReturnType<typeof narrowingIn>; onDays: (days: Days) => void }) {
  const { t } = useTranslation()
  const { palette } = useTheme()
  const { data } = useCall(reportCalls.days, { query: asked }, { staleTime: 0, placeholderData: keepPreviousData })
  const [came, left] = [t('inventory:report.curve.came'), t('inventory:report.curve.left')]
  const lines = useMemo(
    () => [
      { name: came, values: data?.content.map((piece) => Number(piece.came)) ?? [], color: palette.primary.main },
      { name: left, values: data?.content.map((piece) => Number(piece.left)) ?? [], color: palette.warning.main },
    ],
    [came, left, data, palette],
  )
  const days = useMemo(() => data?.content.map(({ from }) => from) ?? [], [data])
  if (!data) return null
  const title = t(`inventory:report.curve.${data.bucket}`)
  return (
    <Section
      title={title}
      aside={
        <Stack direction="row" sx={{ gap: 2 }}>
          {lines.map(({ name, color }) => (
            <Typography key={name} variant="caption" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Box component="span" sx={{ width: 14, height: 4, borderRadius: 1, bgcolor: color }} />
              {name}
            </Typography>
          ))}
        </Stack>
      }
    >
      <CurveTable
        label={t('inventory:report.curve.table')}
        heads={[t(`inventory:report.curve.when.${data.bucket}`), came, left]}
        rows={data.content.map((piece, at) => {
          const only = { from: piece.from, to: data.content[at + 1] ? dayAfter(data.content[at + 1]!.from, -1) : asked.to }
          const day = (
            <Link component="button" aria-label={t('inventory:report.curve.only', { ...only })} onClick={() => onDays(only)}>
              {piece.from}
            </Link>
          )
          return {
            at: piece.from,
            cells: [data.content.length === 1 ? piece.from : day, ...[piece.came, piece.left].map((of) => <Money key={of} of={of} />)],
          }
        })}
        height={HEIGHT}
      >
        <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
          <TrendCanvas days={days} lines={lines} label={title} stepMs={null} height={HEIGHT} />
        </Suspense>
      </CurveTable>
    </Section>
  )
}
