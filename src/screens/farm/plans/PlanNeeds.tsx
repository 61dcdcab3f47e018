import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { infoPath } from '#contract/approvals/infoPath'
import { millionths, plainText } from '#contract/core/exact'
import { aplionform } from '#contract/inventory/aplionform'
import { type Need, planNeedCalls } from '#contract/inventory/planNeeds'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { exactQuantity } from '#src/ui/exactText.ts'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { ApplicationLine } from './ApplicationLine.tsx'

const COLUMNS = ['planned', 'used', 'promised', 'needed', 'available', 'short'] as const
const isShort = ({ short }: Need) => short !== null && millionths(short)! > 0n

/** What a plan needs from stock against what is there, and the application by which the rest is bought. */
export function PlanNeeds({ planId, running }: { planId: number; running: boolean }) {
  const { t } = useTranslation()
  const go = useNavigate()
  const queryClient = useQueryClient()
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const read = useCall(planNeedCalls.list, { params: { id: planId } })
  const { needs = [], applications = [] } = read.data ?? {}
  // While one is under way there is no other.
  const standing = applications.find(({ progress }) => progress !== 'full' && progress !== 'closed')
  const apply = async () => {
    const answer = await call(planNeedCalls.apply, { body: { planId } })
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(planNeedCalls.list) })
    if (isFailure(answer)) return
    toast(
      answer.made === 1 ? 'success' : 'info',
      t(answer.made === 1 ? 'farm:plan.needs.applied' : 'farm:plan.needs.stands', { code: answer.code }),
    )
    if (answer.made === 1) void go(infoPath('aplionform', answer.id))
  }
  return (
    <Section
      title={t('farm:plan.needs.title')}
      flush
      aside={
        running &&
        !standing &&
        needs.some(isShort) && (
          <Permitted code={aplionform.codes.create}>
            <Button variant="contained" onClick={() => void apply()}>
              {t('farm:plan.needs.apply')}
            </Button>
          </Permitted>
        )
      }
    >
      {applications.length > 0 && (
        <Stack sx={{ px: 2, pb: 1, gap: 0.5 }}>
          {applications.map((one) => (
            <ApplicationLine key={one.id} application={one} />
          ))}
        </Stack>
      )}
      {read.isError ? (
        <ErrorState compact error={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <Stack sx={{ px: 2, pb: 2 }}>
          <SkeletonList rows={3} height={32} />
        </Stack>
      ) : needs.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', px: 2, pb: 2 }}>
          {t('farm:plan.needs.none')}
        </Typography>
      ) : isNarrow ? (
        <Cards needs={needs} />
      ) : (
        <Rows needs={needs} />
      )}
    </Section>
  )
}

/** A figure of a need: what is missing is seen without reading. */
function Figure({ need, column }: { need: Need; column: (typeof COLUMNS)[number] }) {
  const { t, i18n } = useTranslation()
  const text = need[column]
  if (text === null) return <>{t('farm:plan.needs.unseen')}</>
  const count = millionths(text)!
  if (column === 'short' && count === 0n)
    return (
      <Typography component="span" variant="body2" sx={{ color: 'success.main' }}>
        {t('farm:plan.needs.enough')}
      </Typography>
    )
  return (
    <Typography component="span" variant="body2" sx={column === 'short' ? { color: 'error.main', fontWeight: 600 } : {}}>
      {`${exactQuantity(plainText(count), i18n.language)} ${need.unit}`}
    </Typography>
  )
}

function Rows({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation()
  return (
    <TableContainer tabIndex={0} aria-label={t('farm:plan.needs.title')}>
      <Table size="small" sx={{ minWidth: 760, '& td': { fontVariantNumeric: 'tabular-nums' }, '& tr:last-child td': { border: 0 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('farm:plan.needs.product')}</TableCell>
            {COLUMNS.map((column) => (
              <TableCell key={column} align="right">
                {t(`farm:plan.needs.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {needs.map((need) => (
            <TableRow key={need.productId}>
              <TableCell>{need.productName}</TableCell>
              {COLUMNS.map((column) => (
                <TableCell key={column} align="right">
                  <Figure need={need} column={column} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function Cards({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation()
  return (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {needs.map((need) => (
        <Stack key={need.productId} component="li" sx={{ px: 2, py: 1.5, gap: 0.5, borderTop: 1, borderColor: 'divider' }}>
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {need.productName}
          </Typography>
          {COLUMNS.map((column) => (
            <Stack key={column} direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(`farm:plan.needs.${column}`)}
              </Typography>
              <Figure need={need} column={column} />
            </Stack>
          ))}
        </Stack>
      ))}
    </Stack>
  )
}
