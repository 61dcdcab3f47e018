import NotificationImportantOutlined from '@mui/icons-material/NotificationImportantOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Snackbar from '@mui/material/Snackbar'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { AlarmFace, BaseAlarms } from '#contract/alarms/alarm'
import { severityRank } from '#contract/alarms/severity'
import { ALARMS_PATH } from '#contract/alarms/pages'
import { ALARMS_READ } from '#contract/alarms/permission'
import { useAlarmCounts, useAlarmStatus, useToldAlarms } from '#src/live/useAlarms.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { unseen } from '#src/ui/unseen.ts'
import { AlarmList } from './AlarmList.tsx'
import { AlarmShape } from './AlarmMark.tsx'
import { AlarmSound } from './AlarmSound.tsx'
import { AlarmsUnknown } from './AlarmsUnknown.tsx'
import { OtherBases } from './OtherBases.tsx'
import { useAlarmSound } from './useAlarmSound.ts'
import { useFaceWords } from './useFaceWords.ts'
import { unacknowledgedIn, useOtherBases } from './useOtherBases.ts'

const SHOWN = 8
/** Where a person says in which of their browsers alarms reach them. */
const PUSH_PATH = '/web/user?key=like'

/** The alarms of the selected base in the frame, and of the others behind them; nothing for who may not read them, and without a base. */
export function AlarmButton() {
  const areaId = useArea().area?.areaId ?? null
  const may = usePermission(ALARMS_READ) === true
  return may && areaId !== null ? <Alarms key={areaId} areaId={areaId} /> : null
}

/** The worst alarm that waits for somebody, the own base's before one that is as bad elsewhere. */
function worstOf(
  own: AlarmFace | undefined,
  others: readonly BaseAlarms[] | null,
): { face: AlarmFace; areaName: string | null } | undefined {
  // The bases in which something waits come first, each with the worst that does.
  const first = others?.find(({ unacknowledged }) => unacknowledged > 0)
  if (own && (!first || severityRank(own.severity) <= severityRank(first.worst.severity))) return { face: own, areaName: null }
  return first && { face: first.worst, areaName: first.areaName }
}

/** How many nobody acknowledged in all bases, with the shape of the worst of them; opens the worst ones, and sounds. */
function Alarms({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const id = useId()
  const counts = useAlarmCounts(areaId)
  const told = useToldAlarms(areaId)
  const others = useOtherBases(areaId)
  const known = useAlarmStatus(areaId) === 'fresh' && others !== null
  const unacknowledged = counts.unacknowledged + unacknowledgedIn(others)
  const sound = useAlarmSound(areaId)
  const words = useFaceWords()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const { select } = useArea()
  const navigate = useNavigate()
  const goTo = (base: number) => {
    select(base)
    close()
    void navigate(ALARMS_PATH)
  }
  const own = told.find(({ acknowledgedAt }) => acknowledgedAt === null)
  const worst = worstOf(own, others)
  const waiting = worst?.face
  const said = waiting && words(waiting)
  const label = known ? t('frame:alarm.button', { count: unacknowledged }) : t('frame:alarm.notKnown')
  return (
    <>
      {/* Any touch of the page turns it on too: it stands only until somebody is there. */}
      <Snackbar
        open={sound.state === 'blocked'}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        message={t('frame:alarm.sound.blocked')}
        action={<AlarmSound sound={sound} />}
      />
      <Tooltip title={label}>
        <IconButton
          color="inherit"
          aria-label={label}
          data-alarm-button
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ flexShrink: 0 }}
        >
          <Badge badgeContent={known ? unacknowledged : '?'} color={known ? 'error' : 'warning'} max={99}>
            {waiting ? <AlarmShape severity={waiting.severity} named={false} /> : <NotificationImportantOutlined />}
          </Badge>
        </IconButton>
      </Tooltip>
      {/* The worst one that waits is read out when it becomes that. */}
      <Box aria-live="assertive" sx={unseen}>
        {waiting &&
          said &&
          [t(`frame:alarm.severity.${waiting.severity}`), worst.areaName ?? '', said.what, said.where, said.measured]
            .filter((part) => part !== '')
            .join(' · ')}
      </Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': id,
            sx: { width: 440, maxWidth: 'calc(100vw - 24px)', display: 'flex', flexDirection: 'column' },
          },
        }}
      >
        <Typography id={id} variant="h3" component="h2" sx={{ px: 2, pt: 1.5, pb: 0.5 }}>
          {t('frame:alarm.title')}
        </Typography>
        <AlarmsUnknown areaId={areaId} />
        {known && told.length === 0 && <SecondaryText sx={{ px: 2, py: 1 }}>{t('frame:alarm.none')}</SecondaryText>}
        <Box sx={{ overflowY: 'auto', minHeight: 0 }}>
          <AlarmList faces={told.slice(0, SHOWN)} onGo={close} />
          {others !== null && others.length > 0 && (
            <>
              <Typography variant="subtitle2" component="h3" sx={{ px: 2, pt: 1.5, pb: 0.5 }}>
                {t('frame:alarm.others')}
              </Typography>
              <OtherBases bases={others} onGo={goTo} />
            </>
          )}
          {others === null && <SecondaryText sx={{ px: 2, py: 1 }}>{t('frame:alarm.othersNotKnown')}</SecondaryText>}
        </Box>
        <Stack direction="row" sx={{ px: 2, py: 1, gap: 1, flexWrap: 'wrap', alignItems: 'center', borderTop: 1, borderColor: 'divider' }}>
          <Button component={Link} to={ALARMS_PATH} size="small" onClick={close}>
            {told.length > SHOWN ? t('frame:alarm.more', { count: told.length - SHOWN }) : t('frame:alarm.all')}
          </Button>
          <Button component={Link} to={PUSH_PATH} size="small" onClick={close}>
            {t('frame:alarm.push.button')}
          </Button>
          <Box sx={{ flex: 1 }} />
          <AlarmSound sound={sound} />
        </Stack>
      </Popover>
    </>
  )
}
