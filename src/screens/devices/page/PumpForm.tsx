import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { aeratorCalls, MOST_PUMPS, type Pump } from '#contract/devices/aerator'
import { call } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { PartForm } from '../PartForm.tsx'
import { useSaving } from '../useSaving.ts'

const textOf = (typed: string) => (typed.trim() === '' ? null : typed.trim())

/** Adds a pump to a regulator, or names one and gives it an icon. */
export function PumpForm({
  regulatorId,
  of,
  taken,
  onClose,
  onSaved,
}: {
  regulatorId: number
  of: Pump | null
  /** The ports that have a pump. */
  taken: readonly number[]
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const free = Array.from({ length: MOST_PUMPS }, (_, at) => at + 1).find((node) => !taken.includes(node)) ?? null
  const { value, brought, change, undo, drop } = useDraftState<{ node: number | string | null; name: string; icon: string }>(
    `pump ${regulatorId} ${of?.id ?? 'new'}`,
    { node: of?.node ?? free, name: of?.name ?? '', icon: of?.icon ?? '' },
  )
  const saving = useSaving({ saved: t('devices:aerator.saved'), drop, onSaved, onClose })
  const { faults } = saving
  const set = (given: Partial<typeof value>) => {
    change({ ...value, ...given })
    saving.changed()
  }
  const save = () => {
    const named = { name: textOf(value.name), icon: textOf(value.icon) }
    void saving.send(
      of === null
        ? call(aeratorCalls.add, { body: { regulatorId, node: value.node as number, ...named } }, { quiet: true })
        : call(aeratorCalls.edit, { body: { id: of.id, objectVersionNumber: of.objectVersionNumber, ...named } }, { quiet: true }),
    )
  }
  return (
    <PartForm
      title={t(of === null ? 'devices:aerator.add' : 'devices:aerator.edit')}
      saving={saving}
      draft={{ brought, undo }}
      width={480}
      onSave={save}
    >
      {of === null && (
        <NumberField
          label={t('devices:aerator.node')}
          value={value.node}
          error={Boolean(faults.node)}
          helperText={faults.node ?? ' '}
          onChange={(node) => set({ node })}
        />
      )}
      <TextField
        label={t('devices:switchForm.name')}
        value={value.name}
        error={Boolean(faults.name)}
        helperText={faults.name ?? t('devices:switchForm.default')}
        slotProps={{ htmlInput: { maxLength: 60 } }}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={t('devices:aerator.icon')}
        value={value.icon}
        error={Boolean(faults.icon)}
        helperText={faults.icon ?? t('devices:aerator.iconHint')}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        onChange={({ target }) => set({ icon: target.value })}
      />
    </PartForm>
  )
}
