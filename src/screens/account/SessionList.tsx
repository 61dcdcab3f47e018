import Computer from '@mui/icons-material/ComputerOutlined'
import Smartphone from '@mui/icons-material/SmartphoneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemIcon from '@mui/material/ListItemIcon'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { accountCalls, type OpenSession } from '#contract/session/account'
import { useCall, useCallMutation } from '#src/api/useCall.ts'
import { Age } from '#src/ui/Age.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { describeAgent } from '#src/session/describeAgent.ts'

/** Where the person is signed in; any but this one can be ended, and acts no more within a second. */
export function SessionList() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const sessions = useCall(accountCalls.sessions, {}, { staleTime: 0 })
  const read = () => sessions.refetch()
  const end = useCallMutation(accountCalls.endSession, {
    onSuccess: async () => {
      toast('success', t('account:safe.ended'))
      await read()
    },
  })
  const endOthers = useCallMutation(accountCalls.endOthers, {
    onSuccess: async () => {
      toast('success', t('account:safe.endedOthers'))
      await read()
    },
  })
  const nameOf = ({ device }: OpenSession) => {
    const { browser, system } = describeAgent(device)
    if (browser != null && system != null) return t('account:safe.on', { browser, system })
    return browser ?? system ?? t('account:safe.unknownDevice')
  }
  const askEnd = async (session: OpenSession) => {
    const text = t('account:safe.endText', { device: nameOf(session) })
    const yes = await confirm({ title: t('account:safe.endTitle'), text, confirm: t('account:safe.end'), color: 'error' })
    if (yes) end.mutate({ params: { key: session.key } })
  }
  const others = (sessions.data ?? []).filter(({ current }) => !current).length
  const askEndOthers = async () => {
    const text = t('account:safe.endOthersText', { count: others })
    const yes = await confirm({ title: t('account:safe.endOthersTitle'), text, confirm: t('account:safe.endOthers'), color: 'error' })
    if (yes) endOthers.mutate({})
  }
  return (
    <Section
      title={t('account:safe.sessions')}
      flush
      aside={
        others > 0 && (
          <Button
            size="small"
            color="error"
            loading={endOthers.isPending}
            onClick={() => void askEndOthers()}
            sx={{ flexShrink: 0, whiteSpace: 'nowrap' }}
          >
            {t('account:safe.endOthers')}
          </Button>
        )
      }
    >
      <SecondaryText sx={{ px: 2, pb: 1 }}>{t('account:safe.sessionsText')}</SecondaryText>
      {sessions.isPending && <SkeletonList rows={3} />}
      {sessions.isError && (
        <ErrorState compact title={t('account:safe.failed')} error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      <List disablePadding aria-label={t('account:safe.sessions')} sx={{ pb: 1 }}>
        {sessions.data?.map((session, at) => (
          <ListItem key={session.key} divider={at < sessions.data.length - 1} sx={{ gap: { xs: 1, sm: 2 } }}>
            <ListItemIcon sx={{ minWidth: 32 }}>
              {describeAgent(session.device).kind === 'phone' ? <Smartphone aria-hidden /> : <Computer aria-hidden />}
            </ListItemIcon>
            <Box sx={{ flex: 1, minWidth: 0 }} title={session.device}>
              <Typography component="span" sx={{ mr: 1 }}>
                {nameOf(session)}
              </Typography>
              {session.current && <Chip size="small" color="primary" variant="outlined" label={t('account:safe.current')} />}
              <Typography
                variant="caption"
                component="p"
                sx={{ color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 2, '& > *': { whiteSpace: 'nowrap' } }}
              >
                <span>
                  {t('account:safe.address', { address: session.address === '' ? t('account:safe.unknownAddress') : session.address })}
                </span>
                <span>
                  {t('account:safe.lastUse')} <Age moment={session.usedAt} />
                </span>
                <span>
                  {t('account:safe.signedIn')} {momentText(session.createdAt)}
                </span>
              </Typography>
            </Box>
            {!session.current && (
              <Button
                size="small"
                color="error"
                disabled={end.isPending}
                onClick={() => void askEnd(session)}
                aria-label={t('frame:named', { what: t('account:safe.end'), which: nameOf(session) })}
                sx={{ flexShrink: 0 }}
              >
                {t('account:safe.end')}
              </Button>
            )}
          </ListItem>
        ))}
      </List>
    </Section>
  )
}
