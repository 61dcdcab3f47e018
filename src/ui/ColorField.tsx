import Clear from '@mui/icons-material/Clear'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { colorName } from './colorName.ts'

const WHOLE = /^#[0-9a-f]{6}$/i

/** A colour as people name it; what is no whole colour as it is written. */
export function useColorWord(): (color: string) => string {
  const { t } = useTranslation()
  return (color) => (WHOLE.test(color) ? t(`crud:color.${colorName(color)}`) : color)
}

/** A colour that is picked, or none (null): seen as itself and by its name. */
export function ColorField({
  value,
  onChange,
  ...box
}: { value: string | null; onChange: (value: string | null) => void } & Omit<TextFieldProps, 'value' | 'onChange'>) {
  const { t } = useTranslation()
  const word = useColorWord()
  const picker = useRef<HTMLInputElement>(null)
  const start = (
    <InputAdornment position="start">
      <Box
        component="input"
        ref={picker}
        type="color"
        aria-label={typeof box.label === 'string' ? box.label : undefined}
        aria-description={value ? word(value) : t('crud:choose')}
        disabled={box.disabled}
        value={WHOLE.test(value ?? '') ? value! : '#ffffff'}
        onChange={({ target }: { target: { value: string } }) => onChange(target.value)}
        sx={{
          width: 24,
          height: 24,
          p: 0,
          border: 0,
          bgcolor: 'transparent',
          cursor: 'pointer',
          opacity: value ? 1 : 0.4,
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid', outlineOffset: 2 },
        }}
      />
    </InputAdornment>
  )
  const end = value && !box.required && !box.disabled && (
    <InputAdornment position="end">
      <IconButton size="small" edge="end" aria-label={t('crud:clear')} title={t('crud:clear')} onClick={() => onChange(null)}>
        <Clear fontSize="small" />
      </IconButton>
    </InputAdornment>
  )
  return (
    <TextField
      fullWidth
      {...box}
      value={value ? word(value) : ''}
      placeholder={t('crud:choose')}
      slotProps={{
        input: { startAdornment: start, endAdornment: end },
        // The words beside the picker open it too; by keyboard and by ear there is the picker alone.
        htmlInput: {
          readOnly: true,
          tabIndex: -1,
          'aria-hidden': true,
          style: { cursor: 'pointer' },
          onClick: () => picker.current?.showPicker(),
        },
      }}
    />
  )
}
