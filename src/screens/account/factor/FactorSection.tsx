import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { secondFactorCalls } from '#contract/session/secondFactor'
import { useCall } from '#src/api/useCall.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { EnrolSteps } from './EnrolSteps.tsx'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { sendFactor } from './sendFactor.ts'

const WIDTH = 560
type Doing = 'enrol' | 'move' | 'renew' | 'off'
const TITLES = { enrol: 'switchOn', move: 'move', renew: 'renew', off: 'switchOff' } as const satisfies Record<Doing, string>

/** The own second factor: whether it is on, and what can be done about it. */
export function FactorSection() {
  const { t } = useTranslation()
  const state = useCall(secondFactorCalls.state, {}, { staleTime: 0 })
  const [doing, setDoing] = useState<Doing | null>(null)
  const [renewed, setRenewed] = useState<readonly string[] | null>(null)
  const [isEnrolled, setEnrolled] = useState(false)
  const close = () => {
    setDoing(null)
    setRenewed(null)
    setEnrolled(false)
    void state.refetch()
  }
  const { on = false, since = null, codesLeft = 0, demanded = false } = state.data ?? {}
  return (
    <Section
      title={t('account:factor.title')}
      aside={
        state.data && <Chip size="small" color={on ? 'success' : 'default'} label={t(on ? 'account:factor.on' : 'account:factor.off')} />
      }
    >
      <QueryGate compact title={t('account:factor.failed')} query={state} waiting={<SkeletonList rows={2} />}>
        {() => (
          <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
            <SecondaryText>{t(on ? 'account:factor.onText' : 'account:factor.offText')}</SecondaryText>
            {on && since !== null && (
              <Typography variant="body2">
                {t('account:factor.since', { at: momentText(since) })} · {t('account:factor.left', { count: codesLeft })}
              </Typography>
            )}
            {demanded && <Typography variant="body2">{t('account:factor.demanded')}</Typography>}
            <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
              {on ? (
                <>
                  <Button onClick={() => setDoing('renew')}>{t('account:factor.renew')}</Button>
                  <Button onClick={() => setDoing('move')}>{t('account:factor.move')}</Button>
                  {!demanded && (
                    <Button color="error" onClick={() => setDoing('off')}>
                      {t('account:factor.switchOff')}
                    </Button>
                  )}
                </>
              ) : (
                <Button variant="contained" onClick={() => setDoing('enrol')}>
                  {t('account:factor.switchOn')}
                </Button>
              )}
            </Stack>
          </Stack>
        )}
      </QueryGate>
      {doing !== null && (
        <Modal
          open
          keepOpen
          sealed={isEnrolled || renewed !== null}
          onClose={close}
          width={WIDTH}
          title={t(`account:factor.${TITLES[doing]}`)}
        >
          {doing === 'enrol' || doing === 'move' ? (
            <EnrolSteps isOn={doing === 'move'} onHold={setEnrolled} onKept={close} />
          ) : renewed !== null ? (
            <RecoveryCodes codes={renewed} onKept={close} />
          ) : doing === 'renew' ? (
            <ProofForm
              lead={t('account:factor.renewLead')}
              fields={['password', 'code']}
              submit={t('account:factor.renew')}
              send={(typed) => sendFactor('renewCodes', typed)}
              onDone={({ codes }) => setRenewed(codes)}
            />
          ) : (
            <ProofForm
              lead={t('account:factor.offLead')}
              fields={['password', 'code']}
              submit={t('account:factor.switchOff')}
              danger
              send={(typed) => sendFactor('switchOff', typed)}
              onDone={() => {
                toast('success', t('account:factor.switchedOff'))
                close()
              }}
            />
          )}
        </Modal>
      )}
    </Section>
  )
}
