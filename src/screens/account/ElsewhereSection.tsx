import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { oidcCalls } from '#contract/session/oidc'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { encryptSecret } from '#src/session/encryptSecret.ts'
import { forgetLinked, goElsewhere, saidLinked } from '#src/session/elsewhere.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { ProofForm } from './factor/ProofForm.tsx'

const WIDTH = 480

/** The account of the other service by which one signs in, too; drawn only where such a service is configured. */
export function ElsewhereSection() {
  const { t } = useTranslation()
  const state = useCall(oidcCalls.state, {}, { staleTime: 0 })
  const [said] = useState(saidLinked)
  // Once it is drawn: a drawing that is thrown away would take it along.
  useEffect(forgetLinked, [])
  const [asking, setAsking] = useState(false)
  const { label = null, since = null } = state.data ?? {}
  if (label === null) return null
  const isLinked = since !== null
  const send = async ({ password }: { password: string }) => {
    const encrypted = await encryptSecret(password)
    if (isFailure(encrypted)) return encrypted
    const body = { password: encrypted }
    return isLinked ? call(oidcCalls.unlink, { body }, { quiet: true }) : call(oidcCalls.startLink, { body }, { quiet: true })
  }
  const title = t(isLinked ? 'account:elsewhere.unlink' : 'account:elsewhere.link', { label })
  return (
    <Section title={t('account:elsewhere.title')}>
      <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
        {said !== null && (
          <Alert severity={said === '' ? 'success' : 'error'}>{said === '' ? t('account:elsewhere.linked', { label }) : said}</Alert>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {isLinked ? t('account:elsewhere.since', { label, at: momentText(since) }) : t('account:elsewhere.none', { label })}
        </Typography>
        <Button color={isLinked ? 'error' : 'primary'} onClick={() => setAsking(true)}>
          {title}
        </Button>
      </Stack>
      {asking && (
        <Modal open keepOpen onClose={() => setAsking(false)} width={WIDTH} title={title}>
          <ProofForm
            lead={t(isLinked ? 'account:elsewhere.unlinkLead' : 'account:elsewhere.linkLead', { label })}
            fields={['password']}
            submit={title}
            danger={isLinked}
            send={send}
            onDone={(answer) => {
              if (answer !== true) return goElsewhere('link', answer)
              setAsking(false)
              void state.refetch()
            }}
          />
        </Modal>
      )}
    </Section>
  )
}
