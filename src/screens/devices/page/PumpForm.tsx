import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { aeratorCalls, MOST_PUMPS, type Pump } from '#contract/devices/aerator'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { NumberField } from '#src/ui/NumberField.tsx'

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
  const begun: { node: number | string | null; name: string; icon: string } = {
    node: of?.node ?? free,
    name: of?.name ?? '',
    icon: of?.icon ?? '',
  }
  const form = useFormWindow({ draft: `pump ${regulatorId} ${of?.id ?? 'new'}`, begun, onClose })
  const { value } = form
  const save = () => {
    const named = { name: textOf(value.name), icon: textOf(value.icon) }
    return form.send(
      async () =>
        of === null
          ? call(aeratorCalls.add, { body: { regulatorId, node: value.node as number, ...named } }, { quiet: true })
          : call(aeratorCalls.edit, { body: { id: of.id, objectVersionNumber: of.objectVersionNumber, ...named } }, { quiet: true }),
      t('devices:aerator.saved'),
      onSaved,
    )
  }
  return (
    <FormWindow form={form} spacing={1} title={t(of === null ? 'devices:aerator.add' : 'devices:aerator.edit')} onSave={save}>
      {of === null && (
        <NumberField
          label={t('devices:aerator.node')}
          value={value.node}
          {...form.fault('node', ' ')}
          onChange={(node) => form.put({ node })}
        />
      )}
      <TextField
        label={t('devices:switchForm.name')}
        slotProps={{ htmlInput: { maxLength: 60 } }}
        {...form.text('name', t('devices:switchForm.default'))}
      />
      <TextField
        label={t('devices:aerator.icon')}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        {...form.text('icon', t('devices:aerator.iconHint'))}
      />
    </FormWindow>
  )
}
