import NextIcon from '@mui/icons-material/SkipNext'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import PreviousIcon from '@mui/icons-material/SkipPrevious'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Slider from '@mui/material/Slider'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { momentText } from '#src/time/moment.ts'
import type { Frame } from './frames.ts'

/** Pictures a second. */
const SPEEDS = [2, 5, 10] as const
const PICTURE = { width: 960, height: 540 }
const whole = { width: '100%', height: 'auto', aspectRatio: '16 / 9', bgcolor: 'common.black' }
const whenOf = ({ at }: Frame) => momentText(at).slice(0, 16)

/** A series shown picture by picture: played, stepped, and laid over another of its pictures. */
export function TimeLapse({ frames, at, onAt }: { frames: readonly Frame[]; at: number; onAt: (next: number) => void }) {
  const { t } = useTranslation()
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(SPEEDS[1])
  const [other, setOther] = useState<number | null>(null)
  const [split, setSplit] = useState(50)
  const last = frames.length - 1
  const shown = frames[Math.min(at, last)]!
  const beside = other === null ? undefined : frames[Math.min(other, last)]
  useEffect(() => {
    if (!playing) return undefined
    const timer = setTimeout(() => (at >= last ? setPlaying(false) : onAt(at + 1)), 1000 / speed)
    return () => clearTimeout(timer)
  }, [playing, speed, at, last, onAt])
  const step = (by: number) => {
    setPlaying(false)
    onAt(Math.max(0, Math.min(last, at + by)))
  }
  const toggle = () => {
    if (!playing && at >= last) onAt(0)
    setPlaying(!playing)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === ' ') toggle()
    else if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'ArrowRight') step(1)
    else return
    event.preventDefault()
  }
  const altOf = (frame: Frame) => t('cameras:seeding.shown', { nth: frames.indexOf(frame) + 1, count: frames.length, when: whenOf(frame) })
  const [early, late] = beside && beside.at < shown.at ? [beside, shown] : [shown, beside]
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box
        component="fieldset"
        aria-label={t('cameras:seeding.lapse')}
        tabIndex={0}
        onKeyDown={onKey}
        sx={{
          m: 0,
          p: 0,
          border: 0,
          position: 'relative',
          maxWidth: 'calc((100vh - 300px) * 16 / 9)',
          minWidth: 'min(100%, 320px)',
          overflow: 'hidden',
          borderRadius: 1,
        }}
      >
        <AuthImage
          key={late ? 'late' : 'one'}
          src={(late ?? shown).fileUrl}
          alt={altOf(late ?? shown)}
          {...PICTURE}
          mode="fit"
          sx={whole}
        />
        {late && (
          <Box sx={{ position: 'absolute', inset: 0, clipPath: `inset(0 ${100 - split}% 0 0)` }}>
            <AuthImage src={early.fileUrl} alt={altOf(early)} {...PICTURE} mode="fit" sx={whole} />
          </Box>
        )}
      </Box>
      <Typography variant="body2" component="output" sx={{ display: 'block' }}>
        {late ? `${t('cameras:seeding.earlier')} ${whenOf(early)} · ${t('cameras:seeding.later')} ${whenOf(late)}` : altOf(shown)}
        {shown.missing > 0 && ` · ${t('cameras:seeding.gapBefore', { count: shown.missing })}`}
      </Typography>
      <Slider
        aria-label={t('cameras:seeding.position')}
        min={0}
        max={Math.max(1, last)}
        value={Math.min(at, last)}
        disabled={last === 0}
        getAriaValueText={(nth) => whenOf(frames[Math.min(nth, last)]!)}
        onChange={(_, nth) => {
          setPlaying(false)
          onAt(nth)
        }}
      />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <IconButton aria-label={t('cameras:seeding.previous')} disabled={at <= 0} onClick={() => step(-1)}>
          <PreviousIcon />
        </IconButton>
        <Button variant="contained" startIcon={playing ? <PauseIcon /> : <PlayIcon />} disabled={last === 0} onClick={toggle}>
          {t(playing ? 'cameras:seeding.pause' : 'cameras:seeding.play')}
        </Button>
        <IconButton aria-label={t('cameras:seeding.next')} disabled={at >= last} onClick={() => step(1)}>
          <NextIcon />
        </IconButton>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={speed}
          aria-label={t('cameras:seeding.speed')}
          onChange={(_, next: number | null) => next !== null && setSpeed(next)}
        >
          {SPEEDS.map((one) => (
            <ToggleButton key={one} value={one} sx={{ minWidth: 44, minHeight: 40 }}>
              {one}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Button variant="outlined" disabled={last === 0} onClick={() => setOther(other === null ? (at === 0 ? last : 0) : null)}>
          {t(other === null ? 'cameras:seeding.compare' : 'cameras:seeding.compareOff')}
        </Button>
      </Stack>
      {other !== null && (
        <>
          <Slider
            aria-label={t('cameras:seeding.compareWith')}
            min={0}
            max={Math.max(1, last)}
            value={Math.min(other, last)}
            valueLabelDisplay="auto"
            valueLabelFormat={(nth) => whenOf(frames[Math.min(nth, last)]!)}
            getAriaValueText={(nth) => whenOf(frames[Math.min(nth, last)]!)}
            onChange={(_, nth) => setOther(nth)}
          />
          <Slider aria-label={t('cameras:seeding.split')} value={split} onChange={(_, next) => setSplit(next)} />
        </>
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('cameras:seeding.hint')}
      </Typography>
    </Stack>
  )
}
