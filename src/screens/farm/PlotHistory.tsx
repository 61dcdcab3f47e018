import { useQueryClient } from '@tanstack/react-query'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type Land, land, landCalls } from '#contract/farm/land'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { dayText } from '#src/time/moment.ts'
import { toast } from '#src/ui/toast.ts'

const SHOWN = 20

/** What stands on a plot, what stood there before, and the end of what stands there now. */
export function PlotHistory({ record }: { record: Land }) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { landId, landName, objectVersionNumber, landState, batches } = record
  const history = useCall(landCalls.history, { query: { landId, size: SHOWN } })
  const free = async () => {
    const asked = t('farm:land.freeText', { batches: batches.map(({ batchName }) => batchName).join(t('farm:land.and')) })
    if (!(await confirm({ title: t('farm:land.freeOne', { name: landName }), text: asked, confirm: t('farm:land.free') }))) return
    if (!isFailure(await call(landCalls.free, { body: { landId, objectVersionNumber } }))) toast('success', t('farm:land.freed'))
    for (const one of [landCalls.get, landCalls.page, landCalls.history]) void queryClient.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', minHeight: 40 }}>
        <Typography variant="h3">{t('farm:land.history')}</Typography>
        {landState === 'planted' && (
          <Permitted code={land.codes.edit}>
            <Button onClick={() => void free()}>{t('farm:land.free')}</Button>
          </Permitted>
        )}
      </Stack>
      <ListGate
        compact
        query={history}
        rows={2}
        height={28}
        none={<Typography sx={{ color: 'text.secondary' }}>{t('farm:land.noHistory')}</Typography>}
      >
        {({ content }) =>
          content.map(({ id, batchName, varietyName, startedAt, endedAt }) => (
            <Stack key={id} direction="row" sx={{ justifyContent: 'space-between', gap: 2, py: 0.5, borderTop: 1, borderColor: 'divider' }}>
              <Stack sx={{ minWidth: 0 }}>
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {batchName}
                </Typography>
                <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                  {varietyName}
                </Typography>
              </Stack>
              <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
                {endedAt === null
                  ? t('farm:land.since', { day: dayText(startedAt) })
                  : t('farm:land.span', { from: dayText(startedAt), to: dayText(endedAt) })}
              </Typography>
            </Stack>
          ))
        }
      </ListGate>
    </Stack>
  )
}
