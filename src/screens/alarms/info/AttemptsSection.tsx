import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ALARM_STAFF_READ } from '#contract/alarms/permission'
import { alarmStaffCalls } from '#contract/alarms/staff'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { useFaultText } from '../staff/useFaultText.ts'
import { useWhereText } from '../staff/useWhereText.ts'

/** The newest ones; all of them stand on the page of staff. */
const SHOWN = 50

/** Each try to tell people of an alarm outside of the console, the newest first; nothing where there was none, or for who may not see staff. */
export function AttemptsSection({ areaId, alarmId }: { areaId: number; alarmId: number }) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  const whereOf = useWhereText()
  const maySee = usePermission(ALARM_STAFF_READ) === true
  const query = useCall(alarmStaffCalls.attempts, { query: { page: 1, size: SHOWN, areaId, alarmId } }, { enabled: maySee, staleTime: 0 })
  // Of most alarms nothing was sent: a place is kept for nothing while it is asked for.
  if (!maySee || (!query.isError && !query.data?.totalElements)) return null
  return (
    <Section title={t('alarms:info.attempts')}>
      {query.data === undefined ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {query.data.content.map((one) => (
            <Box key={one.id} component="li" sx={{ py: 1, overflowWrap: 'anywhere' }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {t('crud:pair', { one: one.staffName, two: t(`alarms:staff.state.${one.state}`) })}
              </Typography>
              {one.why !== null && <Typography variant="body2">{faultText(one)}</Typography>}
              <SecondaryText variant="caption">{t('crud:pair', { one: momentText(one.at), two: whereOf(one) })}</SecondaryText>
            </Box>
          ))}
        </Box>
      )}
    </Section>
  )
}
