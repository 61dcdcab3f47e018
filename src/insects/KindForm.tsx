import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { type InsectType, insectTypeCalls } from '#contract/insects/insectType'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'

const NAMES = ['zhName', 'enName', 'description'] as const
const LENGTHS = { code: 60, zhName: 60, enName: 60, description: 500 } as const

/** Makes a kind of insect, or names one anew and hides it; its code stays, since models know it by that. */
export function KindForm({ of, onClose, onSaved }: { of: InsectType | null; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const form = useFormWindow({
    draft: `insect kind ${of?.id ?? 'new'}`,
    begun: {
      code: of?.code ?? '',
      zhName: of?.zhName ?? '',
      enName: of?.enName ?? '',
      description: of?.description ?? '',
      hidden: of?.hidden ?? 0,
    },
    onClose,
  })
  const { value } = form
  const save = () => {
    const description = value.description.trim()
    const names = { zhName: value.zhName.trim(), enName: value.enName.trim(), description: description === '' ? null : description }
    return form.send(
      async () => {
        if (of === null) return call(insectTypeCalls.add, { body: { ...names, code: value.code.trim() } }, { quiet: true })
        const { id, objectVersionNumber } = of
        return call(insectTypeCalls.edit, { body: { ...names, id, hidden: value.hidden, objectVersionNumber } }, { quiet: true })
      },
      t('insects:note.saved'),
      onSaved,
    )
  }
  return (
    <FormWindow form={form} spacing={1} title={t(of ? 'insects:kinds.edit' : 'insects:kinds.add')} onSave={save}>
      {(of ? NAMES : (['code', ...NAMES] as const)).map((name) => (
        <TextField
          key={name}
          label={t(`insects:kinds.${name}`)}
          required={name !== 'description'}
          slotProps={{ htmlInput: { maxLength: LENGTHS[name] } }}
          {...form.text(name, name === 'code' ? t('insects:kinds.codeHint') : ' ')}
        />
      ))}
      {of && (
        <FormControlLabel
          control={<Switch checked={value.hidden === 1} onChange={(_, on) => form.put({ hidden: on ? 1 : 0 })} />}
          label={t('insects:kinds.hide')}
        />
      )}
    </FormWindow>
  )
}
