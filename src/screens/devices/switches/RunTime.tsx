import TimerIcon from '@mui/icons-material/TimerOutlined'
import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Run } from '#contract/devices/types/defineDeviceType'
import { presetsOf, secondsOf } from './runTimes.ts'
import { useRunWords } from './useRunWords.ts'

/** For how long the next start is: what is usual, one of some times, or one's own. `chosen` undefined is what is usual. */
export function RunTime({
  run,
  name,
  chosen,
  onChoose,
}: {
  run: Run
  name: string
  chosen: number | undefined
  onChoose: (seconds: number | undefined) => void
}) {
  const { t } = useTranslation()
  const words = useRunWords()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [minutes, setMinutes] = useState('')
  const own = secondsOf(minutes, run)
  const usual = run.usual === null ? t('devices:run.endless') : words(run.usual)
  const shown = chosen === undefined ? usual : words(chosen)
  const choose = (seconds: number | undefined) => {
    onChoose(seconds)
    setAnchor(null)
  }
  return (
    <>
      <Button
        color="inherit"
        startIcon={<TimerIcon />}
        aria-haspopup="menu"
        // With the words that stand in it: who speaks to a machine says what is seen.
        aria-label={`${t('crud:pair', { one: t('devices:run.choose'), two: name })} ${shown}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 44, px: 1, whiteSpace: 'nowrap', color: 'text.secondary' }}
      >
        {shown}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('devices:run.choose') } }}
      >
        <MenuItem selected={chosen === undefined} onClick={() => choose(undefined)} sx={{ minHeight: 48 }}>
          <ListItemText primary={usual} secondary={t('devices:run.usual')} />
        </MenuItem>
        {presetsOf(run).map((seconds) => (
          <MenuItem key={seconds} selected={chosen === seconds} onClick={() => choose(seconds)} sx={{ minHeight: 48 }}>
            {words(seconds)}
          </MenuItem>
        ))}
        <Stack
          component="li"
          direction="row"
          // The menu takes letters as the way to an item, and Escape and Tab as the way out.
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
            if (event.key !== 'Enter') return
            // Else the button that gets the focus back would be pressed by it.
            event.preventDefault()
            if (own !== null) choose(own)
          }}
          sx={{ gap: 1, px: 2, py: 1, alignItems: 'center' }}
        >
          <TextField
            size="small"
            value={minutes}
            onChange={(event) => setMinutes(event.target.value)}
            label={t('devices:run.own')}
            error={minutes !== '' && own === null}
            helperText={t('devices:run.between', { least: words(run.least), most: words(run.most) })}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            sx={{ width: 190 }}
          />
          <Button
            variant="outlined"
            disabled={own === null}
            onClick={() => choose(own ?? undefined)}
            sx={{ minHeight: 44, alignSelf: 'start' }}
          >
            {t('devices:run.take')}
          </Button>
        </Stack>
      </Menu>
    </>
  )
}
