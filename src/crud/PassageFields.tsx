import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { useCallback, useEffect, useRef } from 'react'
import type { FieldFault } from '#contract/core/fieldFault'
import { ImageInput } from '../files/ImageInput.tsx'
import { asWordKey } from '../i18n/i18n.ts'
import RichTextInput from '../ui/RichTextInput.tsx'

export interface Passage {
  readonly name: string
  /** Only where its field has names in both languages. */
  readonly enName?: string | null
  readonly imageUrl: string | null
  readonly description: string | null
}

/** What one passage says. */
export function PassageFields(props: {
  passage: Passage
  faults: Readonly<Record<string, FieldFault>>
  disabled: boolean
  onBlur: () => void
  onChange: (change: Partial<Passage>) => void
}) {
  const { passage, faults, disabled, onBlur, onChange } = props
  const { t } = useTranslation()
  const faultOf = (name: keyof Passage) => {
    const fault = faults[name]
    return fault && (t(asWordKey(`errors:field.${fault.key}`), fault.params) as string)
  }
  const text = (name: 'name' | 'enName') => (
    <TextField
      label={t(`crud:passages.${name}`)}
      required={name === 'name'}
      fullWidth
      disabled={disabled}
      value={passage[name] ?? ''}
      placeholder={t('crud:enter')}
      error={faultOf(name) !== undefined}
      helperText={faultOf(name) ?? ' '}
      onBlur={onBlur}
      onChange={({ target }) => onChange({ [name]: name === 'enName' ? target.value || null : target.value })}
    />
  )
  // The editor hears of it when it is made.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const say = useCallback((description: string | null) => latest.current({ description }), [])
  return (
    <Stack sx={{ p: 2, pt: 1, gap: 1 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: { xs: 1, sm: 2 } }}>
        {text('name')}
        {'enName' in passage && text('enName')}
      </Stack>
      <ImageInput
        kind="seedImage"
        label={t('crud:passages.imageUrl')}
        disabled={disabled}
        value={passage.imageUrl === null ? [] : [passage.imageUrl]}
        fault={faultOf('imageUrl')}
        onChange={([imageUrl]) => onChange({ imageUrl: imageUrl ?? null })}
      />
      <RichTextInput
        label={t('crud:passages.description')}
        disabled={disabled}
        value={passage.description}
        fault={faultOf('description')}
        onBlur={onBlur}
        onChange={say}
      />
    </Stack>
  )
}
