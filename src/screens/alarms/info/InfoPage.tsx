import DoneIcon from '@mui/icons-material/Done'
import RuleIcon from '@mui/icons-material/RuleOutlined'
import SensorsIcon from '@mui/icons-material/SensorsOutlined'
import SnoozeIcon from '@mui/icons-material/SnoozeOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { type Alarm, alarmCalls } from '#contract/alarms/alarm'
import { rulePath } from '#contract/alarms/pages'
import { ALARMS_HANDLE } from '#contract/alarms/permission'
import { isDeviceType } from '#contract/devices/deviceType'
import { useCall } from '#src/api/useCall.ts'
import { ClockMark } from '#src/devices/ClockMark.tsx'
import { describeAlarm } from '#src/alarms/describeAlarm.ts'
import { PresentValue } from '#src/alarms/PresentValue.tsx'
import { SeverityMark } from '#src/alarms/SeverityMark.tsx'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { useGoToDevice } from '#src/frame/useGoToDevice.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useSaysBaseOf } from '#src/session/useSaysBaseOf.ts'
import { Age } from '#src/ui/Age.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Unread } from '#src/ui/Unread.tsx'
import { AlarmStanding } from '../AlarmStanding.tsx'
import { ShelveDialog } from '../list/ShelveDialog.tsx'
import { useAlarmActs } from '../useAlarmActs.ts'
import { AlarmEvents } from './AlarmEvents.tsx'
import { AttemptsSection } from './AttemptsSection.tsx'
import { DecidingCurve } from './DecidingCurve.tsx'
import { HandleSection } from './HandleSection.tsx'
import { PictureSection } from './PictureSection.tsx'
import { ReasonSection } from './ReasonSection.tsx'

/** One alarm: what raised it, what became of it, and what is done about it. */
export default function InfoPage() {
  const { t } = useTranslation()
  const given = useParams().id ?? ''
  const isId = /^[1-9]\d{0,14}$/.test(given)
  const query = useCall(alarmCalls.get, { params: { id: Number(given) || 0 } }, { enabled: isId, staleTime: 0 })
  if (!isId) return <NotFoundPage />
  return query.data ? <Info key={given} of={query.data} /> : <Unread title={t('alarms:info.title')} query={query} />
}

function Info({ of }: { of: Alarm }) {
  const { t } = useTranslation()
  const acts = useAlarmActs()
  const goTo = useGoToDevice()
  const mayHandle = usePermission(ALARMS_HANDLE) === true
  const [shelving, setShelving] = useState(false)
  const said = describeAlarm(of, useAlarmWords())
  const { deviceId, deviceType, itemId, ruleId } = of
  useSaysBaseOf(of.areaId)
  return (
    <Page
      title={said.what}
      windowTitle={`${said.what} · ${of.deviceName}`}
      lead={
        <Stack direction="row" sx={{ columnGap: 1.5, rowGap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
          <SeverityMark severity={of.severity} />
          <span>{said.where}</span>
          {said.measured !== '' && <strong>{said.measured}</strong>}
          <PresentValue of={of} />
          <Age moment={of.raisedAt} />
          <AlarmStanding of={of} />
          <ClockMark clock={of.clock} />
        </Stack>
      }
      actions={
        <>
          {deviceId !== null && isDeviceType(deviceType) && (
            <Button startIcon={<SensorsIcon />} onClick={() => goTo({ id: deviceId, areaId: of.areaId, deviceType })}>
              {t('alarms:info.device')}
            </Button>
          )}
          {ruleId !== null && (
            <Button startIcon={<RuleIcon />} component={Link} to={rulePath(ruleId)}>
              {t('alarms:info.rule')}
            </Button>
          )}
          {mayHandle && of.shelvedUntil === null && (
            <Button variant="outlined" startIcon={<SnoozeIcon />} onClick={() => setShelving(true)}>
              {t('alarms:act.shelve')}
            </Button>
          )}
          {mayHandle && of.shelvedUntil !== null && (
            <Button variant="outlined" startIcon={<UndoIcon />} onClick={() => void acts.shelve([of.id], 0)}>
              {t('alarms:act.unshelve')}
            </Button>
          )}
          {mayHandle && of.acknowledgedAt === null && (
            <Button variant="contained" startIcon={<DoneIcon />} onClick={() => void acts.acknowledge([of.id])}>
              {t('alarms:act.acknowledge')}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' } }}>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          {of.cause === 'noData' ? (
            <Alert severity="warning">{t('alarms:info.noData', { rule: of.ruleName })}</Alert>
          ) : (
            of.advice !== '' && (
              <Alert severity="info" sx={{ whiteSpace: 'pre-wrap' }}>
                <strong>{t('alarms:info.advice')}</strong> {of.advice}
              </Alert>
            )
          )}
          <ReasonSection of={of} />
          <PictureSection alarmId={of.id} />
          {deviceId !== null && itemId !== null && <DecidingCurve of={of} deviceId={deviceId} itemId={itemId} />}
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          {mayHandle && <HandleSection of={of} />}
          <Section title={t('alarms:info.events')}>
            <AlarmEvents events={of.events} />
          </Section>
          <AttemptsSection areaId={of.areaId} alarmId={of.id} />
        </Stack>
      </Box>
      {shelving && <ShelveDialog alarms={[of]} onClose={() => setShelving(false)} />}
    </Page>
  )
}
