import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraCloudCalls } from '#contract/cameras/cloud'
import { call, isFailure } from '#src/api/call.ts'
import { encryptKept } from '#src/session/encryptSecret.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

interface Said {
  /** Of what was typed then. */
  readonly of: string
  readonly severity: 'success' | 'error'
  readonly text: string
}

/** Asks the cloud whether it takes the keys as they are typed, and says in words what is wrong. */
export function KeyTest({
  appKey,
  appSecret,
  onFault,
}: {
  appKey: string
  appSecret: string
  onFault: (faults: Readonly<Record<string, string>>) => void
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const typed = JSON.stringify([appKey, appSecret])
  const test = async () => {
    setBusy(true)
    const secret = await encryptKept(appSecret === '' ? null : appSecret)
    const answer = isFailure(secret)
      ? secret
      : await call(cameraCloudCalls.test, { body: { appKey, appSecret: secret } }, { quiet: true, anew: true })
    setBusy(false)
    if (isFailure(answer) && answer.fields) return onFault(answer.fields)
    if (isFailure(answer)) return setSaid({ of: typed, severity: 'error', text: reasonOf(answer) })
    setSaid(
      answer.fault === null
        ? { of: typed, severity: 'success', text: t('cameras:cloud.testGood') }
        : { of: typed, severity: 'error', text: t(`cameras:cloud.fault.${answer.fault === 'wrongKeys' ? 'wrongKeys' : 'away'}`) },
    )
  }
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Button variant="outlined" loading={busy} disabled={appKey.trim() === ''} onClick={() => void test()}>
        {t('cameras:cloud.test')}
      </Button>
      {said?.of === typed && (
        <Alert severity={said.severity} sx={{ width: '100%' }}>
          {said.text}
        </Alert>
      )}
    </Stack>
  )
}
