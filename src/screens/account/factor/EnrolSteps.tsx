import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { secondFactorCalls, type SecondFactorOffer } from '#contract/session/secondFactor'
import { call, isFailure } from '#src/api/call.ts'
import QrCode from '#src/ui/QrCode.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { sendFactor } from './sendFactor.ts'

const QR_SIZE = 200
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/**
 * From the password to a phone that is known: password, secret and its first code, recovery codes. Nothing counts before that code. `onHold` says that
 * what stands around it has to stay: from before the code is sent, since others may say what came of it before the answer does, until the codes are kept.
 */
export function EnrolSteps({ isOn, onHold, onKept }: { isOn: boolean; onHold: (held: boolean) => void; onKept: () => void }) {
  const { t } = useTranslation()
  const [offer, setOffer] = useState<SecondFactorOffer | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onKept} />
  if (offer === null)
    return (
      <ProofForm
        key="password"
        lead={t(isOn ? 'account:factor.moveLead' : 'account:factor.passwordLead')}
        fields={isOn ? ['password', 'code'] : ['password']}
        submit={t('account:factor.next')}
        send={({ password, code }) => sendFactor('offer', isOn ? { password, code } : { password })}
        onDone={setOffer}
      />
    )
  return (
    <ProofForm
      key="code"
      lead={t('account:factor.scanLead')}
      fields={['code']}
      submit={t('account:factor.switchOn')}
      send={async ({ code }) => {
        onHold(true)
        const answer = await call(secondFactorCalls.confirm, { body: { code } }, { quiet: true })
        if (isFailure(answer)) onHold(false)
        return answer
      }}
      onDone={(answer) => setCodes(answer.codes)}
    >
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: 'center' }}>
        <QrCode value={offer.uri} label={t('account:factor.qr')} size={QR_SIZE} />
        <Stack sx={{ gap: 0.5, minWidth: 0 }}>
          <SecondaryText variant="caption">{t('account:factor.byHand')}</SecondaryText>
          <Typography component="code" aria-label={t('account:factor.secret')} sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
            {inFours(offer.secret)}
          </Typography>
        </Stack>
      </Stack>
    </ProofForm>
  )
}
