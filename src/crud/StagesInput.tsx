import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Field, stage } from '#contract/core/field'
import { fieldFaults } from '#contract/core/fieldFault'
import { AddButton } from '../ui/AddButton.tsx'
import { NumberField } from '../ui/NumberField.tsx'

interface Typed {
  readonly name: string
  readonly days: number | string | null
}

interface Given {
  readonly label: string
  readonly value: unknown
  readonly field: Field
  readonly fault: string | undefined
  readonly disabled: boolean
  readonly onChange: (value: readonly Typed[]) => void
  readonly onBlur: () => void
}

/** Stages in their order, each with its days; what is wrong with one stands below it, once the form has found fault. */
export function StagesInput({ label, value, field, fault, disabled, onChange, onBlur }: Given) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const all = (value ?? []) as readonly Typed[]
  const set = (at: number, given: Partial<Typed>) => onChange(all.map((one, nth) => (nth === at ? { ...one, ...given } : one)))
  const faultsOf = (one: Typed) => {
    const { error } = stage.safeParse(one)
    const found = fault !== undefined && error ? fieldFaults(error, one) : {}
    return Object.fromEntries(Object.values(found).map(({ field: name, key, params }) => [name, t(`errors:field.${key}`, params)]))
  }
  const faults = all.map(faultsOf)
  const isInside = faults.some((one) => Object.keys(one).length > 0)
  const sum = all.reduce((days, one) => days + (typeof one.days === 'number' ? one.days : 0), 0)
  return (
    <Stack component="fieldset" aria-labelledby={id} sx={{ gap: 1.5, border: 0, p: 0, m: 0, minWidth: 0 }} onBlur={onBlur}>
      <Stack direction="row" sx={{ alignItems: 'baseline', justifyContent: 'space-between', gap: 2 }}>
        <Typography id={id} variant="body2">
          {label}
        </Typography>
        {all.length > 0 && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('crud:stages.sum', { days: new Intl.NumberFormat(i18n.language).format(sum) })}
          </Typography>
        )}
      </Stack>
      {all.map((one, at) => (
        <Box key={at} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 112px auto', gap: 1, alignItems: 'start' }}>
          <TextField
            label={t('crud:stages.name', { nth: at + 1 })}
            value={one.name}
            disabled={disabled}
            error={faults[at]!['name'] !== undefined}
            helperText={faults[at]!['name']}
            onChange={({ target }) => set(at, { name: target.value })}
          />
          <NumberField
            label={t('crud:stages.days')}
            unit={t('crud:unit.d')}
            value={one.days}
            disabled={disabled}
            error={faults[at]!['days'] !== undefined}
            helperText={faults[at]!['days']}
            onChange={(days) => set(at, { days })}
          />
          <IconButton
            aria-label={t('crud:stages.remove', { nth: at + 1 })}
            disabled={disabled}
            onClick={() => onChange(all.toSpliced(at, 1))}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      {all.length < (field.most ?? 0) && (
        <Box>
          <AddButton variant="text" disabled={disabled} onClick={() => onChange([...all, { name: '', days: null }])}>
            {t('crud:stages.add')}
          </AddButton>
        </Box>
      )}
      {fault !== undefined && <FormHelperText error>{isInside ? t('crud:stages.faulty') : fault}</FormHelperText>}
    </Stack>
  )
}
