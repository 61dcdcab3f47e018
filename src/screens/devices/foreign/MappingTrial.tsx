import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { foreignCalls, type Trial } from '#contract/devices/foreign'
import { type Mapping, PLAIN_MAPPING } from '#contract/devices/mapping'
import { type WordScope, wordScope } from '#contract/devices/word'
import { call, isFailure } from '#src/api/call.ts'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { SAMPLES } from './connecting.ts'
import { TrialResult } from './TrialResult.tsx'

/** Tries a mapping on a message, as the server would read it; `onTried` hears which mapping that was. `mapping` is null while it is faulty. */
export function MappingTrial({
  device,
  mapping,
  onTried,
}: {
  device: Device
  mapping: Mapping | null
  onTried: (mapping: string) => void
}) {
  const { t } = useTranslation()
  const protocol = (mapping ?? PLAIN_MAPPING).protocol
  const [sample, setSample] = useState(SAMPLES[protocol])
  const [scope, setScope] = useState<WordScope>('telemetry')
  const [trial, setTrial] = useState<{ of: string; came: Trial } | null>(null)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async () => {
    if (mapping === null) return
    setBusy(true)
    setFailure(undefined)
    const of = JSON.stringify(mapping)
    const answer = await call(foreignCalls.tryMapping, { params: { id: device.id }, body: { mapping, scope, sample } }, { quiet: true })
    setBusy(false)
    if (isFailure(answer)) {
      setFailure(Object.values(answer.fields ?? {})[0] ?? reasonOf(answer))
      return
    }
    setTrial({ of, came: answer })
    onTried(of)
  }
  return (
    <Section title={t('devices:foreign.trial')}>
      <Stack spacing={1.5} sx={{ pt: 1 }}>
        {protocol === 'thingsboard' && (
          <SelectField
            label={t('devices:foreign.scope')}
            value={scope}
            sx={{ maxWidth: 320 }}
            words={wordScope.options.map((name) => [name, t(`devices:foreign.scopes.${name}`)])}
            onChange={setScope}
          />
        )}
        <TextField
          multiline
          minRows={3}
          maxRows={14}
          label={t('devices:foreign.sample')}
          helperText={t(`devices:foreign.sampleHint.${protocol}`)}
          value={sample}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
          onChange={({ target }) => setSample(target.value)}
        />
        <Button
          variant="outlined"
          loading={busy}
          disabled={mapping === null || sample.trim() === ''}
          sx={{ alignSelf: 'flex-start', minHeight: 44 }}
          onClick={() => void attempt()}
        >
          {t('devices:foreign.try')}
        </Button>
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        {trial !== null && mapping !== null && trial.of === JSON.stringify(mapping) && <TrialResult trial={trial.came} />}
      </Stack>
    </Section>
  )
}
