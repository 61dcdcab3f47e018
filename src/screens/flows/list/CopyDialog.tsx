import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import { type Flow, flowCalls } from '#contract/flows/flow'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

const NAME_MAX = 60

interface CopyDraft {
  readonly name: string
  readonly areaId: number
}

/** Copies a flow under another name, also to another base. */
export function CopyDialog({ of, onClose, onCopied }: { of: Flow; onClose: () => void; onCopied: () => void }) {
  const { t } = useTranslation()
  const begun: CopyDraft = { name: t('flows:flow.copyOf', { name: of.name }).slice(0, NAME_MAX), areaId: of.areaId }
  const form = useFormWindow({ draft: `copyFlow ${of.id}`, begun, shows: ['name'], onClose })
  const { name, areaId } = form.value
  const bases = useCall(areaCalls.page, { query: { page: 1, size: 0, organizationType: 'area' } }).data?.content ?? []
  const send = () => {
    if (name.trim() === '') return form.say({ name: t('errors:field.onlySpaces') })
    const base = bases.find((one) => one.areaId === areaId)?.areaName
    const isHere = areaId === of.areaId || base === undefined
    return form.send(
      () => call(flowCalls.copy, { params: { id: of.id }, body: { areaId, name } }, { quiet: true }),
      isHere ? t('flows:flow.copied', { name }) : t('flows:flow.copiedTo', { name, base }),
      () => {
        onCopied()
        onClose()
      },
    )
  }
  return (
    <FormWindow form={form} title={t('flows:flow.copyTitle', { name: of.name })} send={t('flows:flow.act.copy')} onSave={send}>
      <SecondaryText>{t('flows:flow.copyText')}</SecondaryText>
      <TextField
        select
        label={t('flows:flow.copyBase')}
        value={areaId}
        onChange={({ target }) => form.put({ areaId: Number(target.value) })}
      >
        {!bases.some((one) => one.areaId === areaId) && <MenuItem value={areaId}>{`#${areaId}`}</MenuItem>}
        {bases.map((one) => (
          <MenuItem key={one.areaId} value={one.areaId}>
            {one.areaName}
          </MenuItem>
        ))}
      </TextField>
      <TextField required label={t('flows:flow.copyName')} slotProps={{ htmlInput: { maxLength: NAME_MAX } }} {...form.text('name')} />
    </FormWindow>
  )
}
