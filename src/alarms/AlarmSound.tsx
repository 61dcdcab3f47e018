import VolumeOff from '@mui/icons-material/VolumeOffOutlined'
import VolumeUp from '@mui/icons-material/VolumeUpOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { momentText } from '#src/time/moment.ts'
import type { AlarmSound as Sound } from './useAlarmSound.ts'

const clock = (moment: number) => momentText(moment).slice(11, 16)

/** What can be done about the sound of alarms now: turn it on where the browser keeps it silent, silence it, or hear it again. */
export function AlarmSound({ sound, size = 'small' }: { sound: Sound; size?: 'small' | 'large' }) {
  const { t } = useTranslation()
  if (sound.muted)
    return (
      <Button size={size} variant="contained" color="warning" startIcon={<VolumeUp />} onClick={sound.turnOn}>
        {t('frame:alarm.sound.turnOn')}
      </Button>
    )
  if (sound.state === 'sounding')
    return (
      <Button size={size} variant="outlined" color="inherit" startIcon={<VolumeOff />} onClick={sound.hush}>
        {t('frame:alarm.sound.hush')}
      </Button>
    )
  if (sound.until === null) return null
  return (
    <Button size={size} variant="outlined" color="inherit" startIcon={<VolumeUp />} onClick={sound.resume}>
      {t('frame:alarm.sound.resume', { time: clock(sound.until) })}
    </Button>
  )
}
