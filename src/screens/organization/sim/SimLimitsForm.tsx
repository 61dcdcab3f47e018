import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SIM_LIMIT_DAYS_MAX, type SimLimits, simLimitsCalls } from '#contract/organization/simLimits'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'

const WIDTH = 520
const NAMES = ['expiryDays', 'usagePercents'] as const
type Name = (typeof NAMES)[number]
const BOUNDS = { expiryDays: { min: 0, max: SIM_LIMIT_DAYS_MAX }, usagePercents: { min: 1, max: 100 } }
const HINTS = { expiryDays: 'daysHint', usagePercents: 'percentsHint' } as const
const LONGEST = 60

/** Numbers with commas between them, of either language. */
const numbersOf = (text: string) =>
  text
    .split(/[,，、\s]/)
    .filter(Boolean)
    .map(Number)

/** When people are told of cards, for every card of the enterprise. */
export function SimLimitsForm({ begun, onClose, onReload }: { begun: SimLimits; onClose: () => void; onReload: () => void }) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const [first] = useState(() => ({ expiryDays: begun.expiryDays.join(', '), usagePercents: begun.usagePercents.join(', ') }))
  const [version] = useState(begun.objectVersionNumber)
  const { value, brought, change, undo, drop } = useDraftState<Record<Name, string>>(`sim limits ${version}`, first)
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({})
  const [failure, setFailure] = useState<CallFailure>()
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    const given = { expiryDays: numbersOf(value.expiryDays), usagePercents: numbersOf(value.usagePercents) }
    const { shape } = simLimitsCalls.save.body
    const wrong = NAMES.filter((name) => !shape[name].safeParse(given[name]).success)
    setFaults(Object.fromEntries(wrong.map((name) => [name, t('organization:sim.limits.bad', BOUNDS[name])])))
    setFailure(undefined)
    if (wrong.length > 0) return
    setSaving(true)
    const answer = await call(simLimitsCalls.save, { body: { ...given, objectVersionNumber: version } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) return setFailure(answer)
    drop()
    guard.setDirty(false)
    toast('success', t('organization:sim.limits.saved'))
    onClose()
  }
  return (
    <Modal open keepOpen onClose={() => guard.leave(onClose)} width={WIDTH} title={t('organization:sim.limits.title')}>
      <Stack component="form" noValidate sx={{ gap: 1.5, pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote
          shown={brought}
          onDrop={() => {
            undo()
            guard.setDirty(false)
          }}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('organization:sim.limits.lead')}
        </Typography>
        {NAMES.map((name) => (
          <TextField
            key={name}
            fullWidth
            label={t(`organization:sim.limits.${name}`)}
            value={value[name]}
            error={faults[name] !== undefined}
            helperText={faults[name] ?? t(`organization:sim.limits.${HINTS[name]}`)}
            slotProps={{ htmlInput: { maxLength: LONGEST, autoComplete: 'off' } }}
            onChange={({ target }) => {
              change({ ...value, [name]: target.value })
              guard.setDirty(true, drop)
            }}
          />
        ))}
        <FormEnd
          failure={failure && reasonOf(failure)}
          onReload={
            failure?.code === 'error.version.stale'
              ? () => {
                  guard.setDirty(false)
                  drop()
                  onReload()
                }
              : undefined
          }
          saving={saving}
          onCancel={() => guard.leave(onClose)}
        />
      </Stack>
    </Modal>
  )
}
