import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataPushCalls, type PushOutcome, type PushSample } from '#contract/organization/dataPush'
import type { CallInput } from '#contract/core/call'
import { call, isFailure } from '#src/api/call.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { Body } from './LettersDialog.tsx'
import { useWhyText } from './useWhyText.ts'

export type Asked = CallInput<typeof dataPushCalls.sample>['body']

/** What would be sent of the last real data, and what the receiver says of it, before anything is saved. */
export function Sample({
  of,
  asked,
  onFault,
}: {
  of: string
  asked: () => Promise<Asked | null>
  onFault: (faults: Readonly<Record<string, string>>) => void
}) {
  const { t } = useTranslation()
  const whyText = useWhyText()
  const [busy, setBusy] = useState<'sample' | 'trial' | null>(null)
  const [found, setFound] = useState<{ of: string; sample: PushSample; outcome: PushOutcome | null } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // What was typed since is another sample.
  const shown = found?.of === of ? found : null
  const ask = async (what: 'sample' | 'trial') => {
    setBusy(what)
    setFailure(null)
    const body = await asked()
    const answer = body === null ? null : await call(dataPushCalls[what], { body }, { quiet: true, anew: true })
    setBusy(null)
    if (answer === null) return
    if (isFailure(answer)) {
      if (answer.fields) onFault(answer.fields)
      return setFailure(reasonOf(answer))
    }
    if ('messages' in answer) setFound({ of, sample: answer, outcome: null })
    else if (shown) setFound({ ...shown, outcome: answer })
  }
  const outcome = shown?.outcome ?? null
  const said = (one: PushOutcome) =>
    one.why !== null
      ? t('organization:dataPush.outcome.failed', { why: whyText(one.why, one.code), ms: one.ms })
      : one.code === null
        ? t('organization:dataPush.outcome.takenPlain', { ms: one.ms })
        : t('organization:dataPush.outcome.taken', { code: one.code, ms: one.ms })
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" loading={busy === 'sample'} onClick={() => void ask('sample')}>
          {t('organization:dataPush.sample')}
        </Button>
        {shown && (
          <Button variant="outlined" loading={busy === 'trial'} onClick={() => void ask('trial')}>
            {t('organization:dataPush.send')}
          </Button>
        )}
      </Stack>
      {failure !== null && <Alert severity="error">{failure}</Alert>}
      {shown && (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {shown.sample.records === 0
              ? t('organization:dataPush.sampleNone')
              : t('organization:dataPush.sampleOf', { count: shown.sample.records })}
          </Typography>
          {shown.sample.messages.map(({ topic, body }) => (
            <div key={topic ?? ''}>
              {topic !== null && <Typography variant="caption">{t('organization:dataPush.topicIs', { topic })}</Typography>}
              <Body label={t('organization:dataPush.letters.body')} text={body} />
            </div>
          ))}
        </>
      )}
      {outcome !== null && (
        <Alert severity={outcome.why === null ? 'success' : 'warning'}>
          {said(outcome)}
          {outcome.said !== '' && <div>{t('organization:dataPush.outcome.said', { said: outcome.said })}</div>}
        </Alert>
      )}
    </Stack>
  )
}
