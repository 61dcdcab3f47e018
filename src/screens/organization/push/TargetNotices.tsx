import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataPushCalls, PUSH_EDIT, type PushFigures, type PushTarget } from '#contract/organization/dataPush'
import { call, isFailure } from '#src/api/call.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { Age } from '#src/ui/Age.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { momentText } from '#src/time/moment.ts'
import { toast } from '#src/ui/toast.ts'
import { useWhyText } from './useWhyText.ts'

/** Why a receiver takes nothing now, since when, and when it is tried again, at once where somebody asks for it. */
export function FailingNotice({ of, figures }: { of: PushTarget; figures: PushFigures }) {
  const { t } = useTranslation()
  const whyText = useWhyText()
  const [isTrying, setTrying] = useState(false)
  if (figures.state !== 'failing') return null
  const tryNow = async () => {
    setTrying(true)
    await call(dataPushCalls.tryNow, { params: { id: of.id } })
    setTrying(false)
  }
  return (
    <Alert
      severity="warning"
      action={
        <Permitted code={PUSH_EDIT}>
          <Button size="small" color="inherit" loading={isTrying} onClick={() => void tryNow()}>
            {t('organization:dataPush.tryNow')}
          </Button>
        </Permitted>
      }
    >
      {figures.why !== null && <div>{whyText(figures.why, figures.code)}</div>}
      {figures.failingSince !== null && (
        <div>
          {t('organization:dataPush.failingSince')} <Age moment={figures.failingSince} />
        </div>
      )}
      {/* 0: at once, and then it is under way. */}
      {figures.nextTryAt !== null && figures.nextTryAt > 0 && (
        <div>{t('organization:dataPush.nextTry', { at: momentText(figures.nextTryAt) })}</div>
      )}
      <div>{t('organization:dataPush.keptFor', { count: of.retentionHours })}</div>
    </Alert>
  )
}

/** Until when the secret before goes along, and how that ends early, either way. */
export function ChangingNotice({ of }: { of: PushTarget }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  if (of.oldSecret === null) return null
  const params = { id: of.id }
  const body = { objectVersionNumber: of.objectVersionNumber }
  const finish = async () => {
    if (!(await confirm({ title: t('organization:dataPush.finish'), text: t('organization:dataPush.finishAsk', { name: of.name }) })))
      return
    const answer = await call(dataPushCalls.finishSecret, { params, body })
    if (!isFailure(answer)) toast('success', t('organization:dataPush.finished'))
  }
  const cancel = async () => {
    if (!(await confirm({ title: t('organization:dataPush.goBack'), text: t('organization:dataPush.goBackAsk', { name: of.name }) })))
      return
    const answer = await call(dataPushCalls.cancelSecret, { params, body })
    if (!isFailure(answer)) toast('success', t('organization:dataPush.wentBack'))
  }
  return (
    <Alert severity="info">
      <div>{t('organization:dataPush.changing', { at: momentText(of.oldSecret.until) })}</div>
      <div>{t('organization:dataPush.changingKeys', { before: of.oldSecret.keyId, now: of.keyId })}</div>
      <Permitted code={PUSH_EDIT}>
        <Button size="small" color="inherit" onClick={() => void finish()}>
          {t('organization:dataPush.finish')}
        </Button>
        <Button size="small" color="inherit" onClick={() => void cancel()}>
          {t('organization:dataPush.goBack')}
        </Button>
      </Permitted>
    </Alert>
  )
}
