import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { alarmCalls, type AlarmFace } from '#contract/alarms/alarm'
import { alarmPath } from '#contract/alarms/pages'
import { ALARMS_HANDLE } from '#contract/alarms/permission'
import { useCallMutation } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { Age } from '#src/ui/Age.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { AlarmShape } from './AlarmMark.tsx'
import { useFaceWords } from './useFaceWords.ts'

/** One alarm among others: how bad, what, where, the value against its limit, since when; to acknowledge for who may. */
export function AlarmRow({ face, placed = true, onGo }: { face: AlarmFace; placed?: boolean; onGo?: () => void }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const mayHandle = usePermission(ALARMS_HANDLE) === true
  const acknowledge = useCallMutation(alarmCalls.acknowledge)
  const said = useFaceWords()(face)
  const facts = [placed ? said.where : '', said.measured, said.state].filter((part) => part !== '')
  return (
    <Stack component="li" direction="row" data-alarm={face.id} sx={{ px: 2, py: 1, gap: 1.25, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ fontSize: '1.25rem', lineHeight: 1.2 }}>
        <AlarmShape severity={face.severity} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link
          component={RouterLink}
          to={alarmPath(face.id)}
          {...(onGo && { onClick: onGo })}
          sx={{ color: 'text.primary', fontWeight: face.acknowledgedAt === null ? 650 : 400 }}
        >
          {said.what}
        </Link>
        {facts.length > 0 && <SecondaryText>{facts.join(' · ')}</SecondaryText>}
        <SecondaryText variant="caption" component="p">
          <Age moment={face.raisedAt} />
          {face.acknowledgedAt !== null && ` · ${t('frame:alarm.acknowledged', { name: face.acknowledgedBy ?? '' }).trim()}`}
        </SecondaryText>
      </Box>
      {mayHandle && face.acknowledgedAt === null && (
        <Button
          size="small"
          startIcon={<CheckIcon />}
          loading={acknowledge.isPending}
          loadingPosition="start"
          aria-label={t('frame:alarm.acknowledgeOf', { what: said.what, where: said.where })}
          onClick={() => acknowledge.mutate({ params: { t: tenantId }, body: { ids: [face.id] } })}
          sx={{ flexShrink: 0 }}
        >
          {t('frame:alarm.acknowledge')}
        </Button>
      )}
    </Stack>
  )
}
