import PhotoCameraIcon from '@mui/icons-material/PhotoCameraOutlined'
import FullscreenIcon from '@mui/icons-material/Fullscreen'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import RecordIcon from '@mui/icons-material/FiberManualRecord'
import StopIcon from '@mui/icons-material/Stop'
import VolumeOffIcon from '@mui/icons-material/VolumeOffOutlined'
import VolumeUpIcon from '@mui/icons-material/VolumeUpOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAYBACK_SPEEDS } from '#contract/cameras/recording'
import { Choice } from './Choice.tsx'
import type { Player } from './usePlayer.ts'
import { canRecord, useRecording } from './useRecording.ts'

/** What may be done with a picture: live or playback, play and stop, its size or speed, sound, recording, a screenshot, the full screen. */
export function PlayerBar({
  player,
  name,
  onKept,
  onScreenshot,
  onFull,
}: {
  player: Player
  name: string
  /** Of the camera's base. */
  /** The person wants to see what is kept. */
  onKept: () => void
  onScreenshot: () => void
  onFull: (() => void) | null
}) {
  const { t } = useTranslation()
  const { step, sound, recording, send, dropped } = player
  const time = useRecording(player, name)
  const isKept = player.at !== null
  return (
    <Stack
      role="toolbar"
      aria-label={t('cameras:player.bar')}
      direction="row"
      sx={{ alignItems: 'center', gap: 0.5, flexWrap: 'wrap', py: 0.5 }}
    >
      <Choice
        label={t('cameras:playback.mode')}
        value={isKept ? 'kept' : 'live'}
        disabled={step === 'disabled'}
        options={[
          ['live', t('cameras:playback.live')],
          ['kept', t('cameras:playback.title')],
        ]}
        onChange={(to) => (to === 'kept' ? onKept() : send({ type: 'watchLive' }))}
      />
      {isKept ? <KeptPlay player={player} /> : <LivePlay player={player} />}
      {isKept ? (
        <Choice
          label={t('cameras:playback.speed')}
          value={player.speed}
          options={PLAYBACK_SPEEDS.map((speed) => [speed, t('cameras:playback.times', { speed })])}
          onChange={(to) => send({ type: 'speed', to })}
        />
      ) : (
        <Choice
          label={t('cameras:player.clarity')}
          value={player.clarity}
          options={[
            ['sd', t('cameras:player.sd')],
            ['hd', t('cameras:player.hd')],
          ]}
          onChange={(to) => send({ type: 'clarity', to })}
        />
      )}
      <Act
        label={t(sound ? 'cameras:player.soundOff' : 'cameras:player.soundOn')}
        pressed={sound}
        onClick={() => send({ type: 'sound', on: !sound })}
      >
        {sound ? <VolumeUpIcon /> : <VolumeOffIcon />}
      </Act>
      <Act
        label={t(canRecord() ? (recording ? 'cameras:player.recordStop' : 'cameras:player.record') : 'cameras:player.noRecorder')}
        pressed={recording}
        disabled={!canRecord() || step !== 'playing'}
        onClick={() => send({ type: 'record', on: !recording })}
      >
        <RecordIcon color={recording ? 'error' : 'inherit'} />
      </Act>
      {recording && (
        <Typography variant="caption" color="error" component="output">
          {t('cameras:player.recording', { time })}
        </Typography>
      )}
      <Button size="small" startIcon={<PhotoCameraIcon />} onClick={onScreenshot}>
        {t('cameras:player.screenshot')}
      </Button>
      <Stack direction="row" sx={{ ml: 'auto', alignItems: 'center', gap: 1 }}>
        {dropped > 0 && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('cameras:player.dropped', { count: dropped })}
          </Typography>
        )}
        {onFull && (
          <Act label={t('cameras:player.full')} onClick={onFull}>
            <FullscreenIcon />
          </Act>
        )}
      </Stack>
    </Stack>
  )
}

function LivePlay({ player: { step, send } }: { player: Player }) {
  const { t } = useTranslation()
  const isIdle = step === 'stopped' || step === 'failed'
  return (
    <Act
      label={t(isIdle ? 'cameras:player.play' : 'cameras:player.stop')}
      disabled={step === 'disabled'}
      onClick={() => send({ type: isIdle ? 'play' : 'stop' })}
    >
      {isIdle ? <PlayIcon /> : <StopIcon />}
    </Act>
  )
}

function KeptPlay({ player: { step, send } }: { player: Player }) {
  const { t } = useTranslation()
  const isIdle = step === 'paused' || step === 'ended' || step === 'stopped' || step === 'failed'
  return (
    <Act
      label={t(isIdle ? 'cameras:player.play' : 'cameras:playback.pause')}
      disabled={!isIdle && step !== 'playing'}
      onClick={() => send({ type: isIdle ? 'play' : 'pause' })}
    >
      {isIdle ? <PlayIcon /> : <PauseIcon />}
    </Act>
  )
}

function Act({
  label,
  pressed,
  disabled = false,
  onClick,
  children,
}: {
  label: string
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactElement
}) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton
          aria-label={label}
          {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
          disabled={disabled}
          onClick={onClick}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}
