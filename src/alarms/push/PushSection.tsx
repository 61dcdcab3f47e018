import Computer from '@mui/icons-material/ComputerOutlined'
import Smartphone from '@mui/icons-material/SmartphoneOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemIcon from '@mui/material/ListItemIcon'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { describeAgent } from '#src/session/describeAgent.ts'
import { momentText } from '#src/time/moment.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { type PushState, usePush } from './usePush.ts'
import { useDeviceName } from './useDeviceName.ts'

const severities: Readonly<Partial<Record<PushState, 'info' | 'warning' | 'error' | 'success'>>> = {
  insecure: 'info',
  unsupported: 'info',
  denied: 'warning',
  unreachable: 'error',
  refused: 'error',
  on: 'success',
}

/** Whether alarms reach the person in this browser, and in which others of theirs. */
export function PushSection() {
  const { t } = useTranslation()
  const nameOf = useDeviceName()
  const { state, reason, browsers, busy, turnOn, remove, retry } = usePush()
  const own = browsers.find(({ current }) => current)
  const severity = severities[state]
  const mayTurnOn = state === 'off' || state === 'unreachable' || state === 'refused'
  return (
    <Section title={t('frame:alarm.push.title')}>
      <SecondaryText sx={{ pb: 1.5 }}>{t('frame:alarm.push.lead')}</SecondaryText>
      {state === 'reading' && <SkeletonList rows={1} />}
      {state === 'unread' && <ErrorState compact title={t('frame:alarm.push.unread')} onRetry={retry} />}
      {severity !== undefined && (
        <Alert severity={severity} role={severity === 'error' ? 'alert' : 'status'}>
          {state === 'refused'
            ? reason
            : t(`frame:alarm.push.state.${state as Exclude<PushState, 'refused' | 'reading' | 'unread' | 'off'>}`)}
        </Alert>
      )}
      {state === 'off' && <Typography>{t('frame:alarm.push.state.off')}</Typography>}
      <Box sx={{ pt: 1.5 }}>
        {mayTurnOn && (
          <Button variant="contained" loading={busy} onClick={() => void turnOn()}>
            {t('frame:alarm.push.turnOn')}
          </Button>
        )}
        {own !== undefined && state === 'on' && (
          <Button variant="outlined" loading={busy} onClick={() => void remove(own)}>
            {t('frame:alarm.push.turnOff')}
          </Button>
        )}
      </Box>
      {browsers.length > 0 && (
        <List disablePadding aria-label={t('frame:alarm.push.browsers')} sx={{ pt: 1 }}>
          {browsers.map((browser) => (
            <ListItem key={browser.id} disableGutters sx={{ gap: 1 }}>
              <ListItemIcon sx={{ minWidth: 32 }}>
                {describeAgent(browser.device).kind === 'phone' ? <Smartphone aria-hidden /> : <Computer aria-hidden />}
              </ListItemIcon>
              <Box sx={{ flex: 1, minWidth: 0 }} title={browser.device}>
                <Typography component="span" sx={{ mr: 1 }}>
                  {nameOf(browser.device)}
                </Typography>
                {browser.current && <Chip size="small" color="primary" variant="outlined" label={t('frame:alarm.push.current')} />}
                <SecondaryText variant="caption" component="p">
                  {t('frame:alarm.push.since', { time: momentText(browser.since) })}
                </SecondaryText>
              </Box>
              {!browser.current && (
                <Button
                  size="small"
                  color="error"
                  disabled={busy}
                  onClick={() => void remove(browser)}
                  aria-label={t('frame:named', { what: t('frame:alarm.push.remove'), which: nameOf(browser.device) })}
                >
                  {t('frame:alarm.push.remove')}
                </Button>
              )}
            </ListItem>
          ))}
        </List>
      )}
    </Section>
  )
}
