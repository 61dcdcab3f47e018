import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { runOf } from '#contract/devices/deviceType'
import { dosingCalls, type Recipe } from '#contract/devices/dosing'
import { call, isFailure } from '#src/api/call.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useRunWords } from '../../switches/useRunWords.ts'
import { useDoseWords } from './useDoseWords.ts'

type Typed = number | string | null
interface Draft {
  readonly recipeId: number | ''
  readonly by: 'volume' | 'time'
  readonly volume: Typed
  readonly minutes: Typed
  readonly longest: Typed
}
const secondsOf = (minutes: Typed) => (typeof minutes === 'number' ? Math.round(minutes * 60) : minutes)

/** What is to be dosed, and for how much water or how long; asked once more before it starts. */
export function StartDose({ device, recipes, onClose }: { device: Device; recipes: readonly Recipe[]; onClose: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const said = useSaid()
  const doseWords = useDoseWords()
  const runWords = useRunWords()
  const usual = runOf(device.deviceType, 'ordinary')?.usual ?? 0
  const draft = useDraftState<Draft>(`dose ${device.id}`, {
    recipeId: recipes[0]?.id ?? '',
    by: 'volume',
    volume: null,
    minutes: null,
    longest: usual / 60,
  })
  const { recipeId, by, volume, minutes, longest } = draft.value
  const set = (given: Partial<Draft>) => draft.change({ ...draft.value, ...given })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const start = async (event: FormEvent) => {
    event.preventDefault()
    const body = {
      recipeId,
      volume: by === 'volume' ? volume : null,
      seconds: by === 'time' ? secondsOf(minutes) : null,
      ...(by === 'volume' && longest !== null ? { runSeconds: secondsOf(longest) } : {}),
    }
    const known = dosingCalls.start.body.safeParse(body)
    const name = recipes.find(({ id }) => id === recipeId)?.name ?? ''
    if (known.success) {
      const { volume: m3, seconds, runSeconds } = known.data
      const yes =
        (m3 === null && seconds === null) ||
        (await confirm({
          title: t('devices:dosing.start'),
          text: t('devices:dosing.startText', {
            device: device.name,
            recipe: name,
            what: doseWords({ volume: m3, seconds }),
            span: runWords(seconds ?? runSeconds ?? usual),
          }),
          confirm: t('devices:dosing.start'),
        }))
      if (!yes) return
    }
    setSending(true)
    const answer = await call(dosingCalls.start, { params: { id: device.id }, body: body as never }, { quiet: true })
    setSending(false)
    if (isFailure(answer)) {
      setFaults(answer.fields ?? {})
      setFailure(answer.fields ? undefined : reasonOf(answer))
      return
    }
    if (answer.result === 0) {
      setFaults({})
      setFailure(said(answer.message) ?? t(`devices:commandState.${answer.state}`))
      return
    }
    draft.drop()
    toast('success', t('devices:dosing.started'))
    onClose()
  }
  const box = (field: string) => ({ error: Boolean(faults[field]), helperText: faults[field] ?? ' ' })
  return (
    <Modal open onClose={onClose} width={480} title={t('devices:dosing.start')}>
      <Stack component="form" noValidate spacing={1} sx={{ pt: 1 }} onSubmit={(event) => void start(event)}>
        <DraftNote shown={draft.brought} onDrop={draft.undo} />
        <SelectField
          label={t('devices:dosing.recipe')}
          value={recipeId}
          {...box('recipeId')}
          words={recipes.map(({ id, name }) => [id, name])}
          onChange={(recipeId) => set({ recipeId })}
        />
        <ToggleButtonGroup
          exclusive
          value={by}
          aria-label={t('devices:dosing.by')}
          onChange={(_, next: typeof by | null) => next !== null && set({ by: next })}
          sx={{ pb: 1, '& .MuiToggleButton-root': { minHeight: 44, px: 2 } }}
        >
          <ToggleButton value="volume">{t('devices:dosing.byVolume')}</ToggleButton>
          <ToggleButton value="time">{t('devices:dosing.byTime')}</ToggleButton>
        </ToggleButtonGroup>
        {by === 'volume' ? (
          <>
            <NumberField
              label={t('devices:dosing.volume')}
              value={volume}
              unit="m³"
              {...box('volume')}
              onChange={(next) => set({ volume: next })}
            />
            <NumberField
              label={t('devices:dosing.longest')}
              value={longest}
              unit="min"
              {...box('runSeconds')}
              onChange={(next) => set({ longest: next })}
            />
          </>
        ) : (
          <NumberField
            label={t('devices:dosing.minutes')}
            value={minutes}
            unit="min"
            error={Boolean(faults.seconds ?? faults.volume)}
            helperText={faults.seconds ?? faults.volume ?? ' '}
            onChange={(next) => set({ minutes: next })}
          />
        )}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={onClose} sx={{ minHeight: 44 }}>
            {t('crud:cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={sending} sx={{ minHeight: 44 }}>
            {t('devices:dosing.start')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
