import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InsectLine, insectStatisticsCalls } from '#contract/insects/insectStatistics'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { farmMoment, momentText } from '#src/time/moment.ts'
import { useKinds } from './useKinds.ts'

interface Draft {
  readonly insectTypeId: number | ''
  readonly insectQuantity: string
  /** `YYYY-MM-DDTHH:mm`, in the browser's zone. */
  readonly observedAt: string
  readonly note: string
}
const minuteText = (moment: number) => momentText(moment).slice(0, 16).replace(' ', 'T')

/** Notes insects that a person counted at a lamp, or changes what was noted. */
export function ObservationForm({
  lampId,
  of,
  onClose,
  onSaved,
}: {
  lampId: number
  of: InsectLine | null
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const { offered } = useKinds()
  const kinds = offered(of?.insectTypeId ?? null)
  const [now] = useState(() => Date.now())
  const begun: Draft = {
    insectTypeId: of?.insectTypeId ?? '',
    insectQuantity: of ? String(of.insectQuantity) : '',
    observedAt: minuteText(of?.observedAt ?? now),
    note: of?.note ?? '',
  }
  const form = useFormWindow({ draft: `observation ${lampId} ${of?.id ?? 'new'}`, begun, onClose })
  const { value, put } = form
  const save = () => {
    const quantity = value.insectQuantity.trim()
    const body = {
      concentratorId: lampId,
      // What is missing or no number is said by the server, beside its field.
      insectTypeId: value.insectTypeId as number,
      insectQuantity: (quantity !== '' && Number.isFinite(Number(quantity)) ? Number(quantity) : quantity) as number,
      observedAt: farmMoment(Date.parse(`${value.observedAt}Z`)),
      note: value.note.trim() === '' ? null : value.note.trim(),
    }
    return form.send(
      async () =>
        of
          ? call(
              insectStatisticsCalls.edit,
              { body: { ...body, id: of.id!, objectVersionNumber: of.objectVersionNumber! } },
              { quiet: true },
            )
          : call(insectStatisticsCalls.add, { body }, { quiet: true }),
      t('insects:note.saved'),
      onSaved,
    )
  }
  return (
    <FormWindow form={form} spacing={1} title={t(of ? 'insects:note.edit' : 'insects:note.add')} onSave={save}>
      <SelectField
        label={t('insects:head.type')}
        value={value.insectTypeId}
        {...form.fault('insectTypeId', ' ')}
        words={kinds.map(({ id, name }) => [id, name])}
        onChange={(insectTypeId) => put({ insectTypeId })}
      />
      <TextField
        label={t('insects:head.quantity')}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5 } }}
        {...form.text('insectQuantity', ' ')}
      />
      <TextField
        type="datetime-local"
        label={t('insects:note.time')}
        slotProps={{ inputLabel: { shrink: true } }}
        {...form.text('observedAt', ' ')}
      />
      <TextField label={t('insects:head.note')} slotProps={{ htmlInput: { maxLength: 200 } }} {...form.text('note', ' ')} />
    </FormWindow>
  )
}
