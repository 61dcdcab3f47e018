import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type SplitScreen, splitScreenCalls } from '#contract/cameras/splitScreen'
import { call } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import type { Layout } from './layout.ts'

const WIDTH = 420
const NAME_MAX = 30

/** Asks for the name under which what is shown is kept. */
export function TemplateDialog({
  areaId,
  layout: { split, cameraIds },
  onClose,
  onSaved,
}: {
  areaId: number
  layout: Layout
  onClose: () => void
  onSaved: (made: SplitScreen) => void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const form = useFormWindow({
    draft: `splitTemplate name ${areaId}`,
    begun: { name: '' },
    beside: { 'error.camera.splitTaken': 'name' },
    onClose,
  })
  const name = form.value.name.trim()
  const save = () => {
    if (name === '') return form.say({ name: t('errors:field.required') })
    const body = { areaId, name, split, cameraIds: [...cameraIds] }
    return form.send(
      () => call(splitScreenCalls.add, { body }, { quiet: true }),
      t('cameras:split.saved'),
      async (made) => {
        // Its name stands in the list before the choice falls on it.
        await queries.invalidateQueries({ queryKey: queryKeyOf(splitScreenCalls.list) })
        onSaved(made)
      },
    )
  }
  return (
    <FormWindow form={form} width={WIDTH} title={t('cameras:split.saveAs')} onSave={save}>
      <TextField required label={t('cameras:split.name')} slotProps={{ htmlInput: { maxLength: NAME_MAX } }} {...form.text('name', ' ')} />
    </FormWindow>
  )
}
