import Autocomplete from '@mui/material/Autocomplete'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, FieldKind } from '#contract/core/field'
import { formatValue } from '../charts/formatValue.ts'
import { momentText } from '../ui/moment.ts'

export interface Option {
  readonly value: string | number
  readonly label: string
}
interface CellProps {
  readonly value: unknown
  readonly field: Field
  readonly options: readonly Option[]
}
export interface InputProps extends CellProps {
  readonly label: string
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  /** The words of what is wrong with it. */
  readonly fault: string | undefined
  readonly disabled: boolean
  readonly name: string
}
interface Kind {
  readonly Cell: (props: CellProps) => ReactNode
  readonly Input: (props: InputProps) => ReactNode
}

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const empty = (value: unknown) => value === null || value === undefined || value === ''

function Plain({ value }: CellProps) {
  const { t } = useTranslation()
  return empty(value) ? t('crud:none') : asText(value)
}

/** A field's text box; `null` stands for "nothing written", as in the contract. */
function TextInput({ field, name, label, value, onChange, onBlur, fault, disabled, ...rest }: InputProps & Partial<TextFieldProps>) {
  const { t } = useTranslation()
  const { options: _, ...given } = rest
  return (
    <TextField
      fullWidth
      name={name}
      label={label}
      value={asText(value)}
      required={field.required}
      disabled={disabled}
      error={fault !== undefined}
      helperText={fault ?? ' '}
      placeholder={t('crud:enter')}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value === '' && !field.required ? null : target.value)}
      {...given}
    />
  )
}

/** What is typed stays as typed ("1." on the way to "1.5") until it reads as one number in only one way. */
const readNumber = (typed: string): unknown => (typed.trim() === '' ? null : String(Number(typed)) === typed.trim() ? Number(typed) : typed)

function NumberInput(props: InputProps) {
  const { field, onChange } = props
  return (
    <TextInput
      {...props}
      onChange={(typed) => onChange(readNumber(asText(typed)))}
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: field.unit ? { endAdornment: <InputAdornment position="end">{field.unit}</InputAdornment> } : {},
      }}
    />
  )
}

/** One of a few (`choice`), or of many that are searched by typing (`reference`). */
function ChoiceCell({ value, options }: CellProps) {
  const { t } = useTranslation()
  return empty(value) ? t('crud:none') : (options.find((option) => option.value === value)?.label ?? asText(value))
}
function ChoiceInput(props: InputProps) {
  return (
    <TextInput {...props} select>
      {props.options.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextInput>
  )
}
function ReferenceInput({ field, name, label, value, options, onChange, onBlur, fault, disabled }: InputProps) {
  const { t } = useTranslation()
  return (
    <Autocomplete
      fullWidth
      options={[...options]}
      disabled={disabled}
      onBlur={onBlur}
      value={options.find((option) => option.value === value) ?? null}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      onChange={(_, chosen) => onChange(chosen?.value ?? null)}
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={label}
          required={field.required}
          error={fault !== undefined}
          helperText={fault ?? ' '}
          placeholder={t('crud:choose')}
        />
      )}
    />
  )
}

function FlagCell({ value }: CellProps) {
  const { t } = useTranslation()
  return t(value === 1 ? 'crud:yes' : 'crud:no')
}
function FlagInput({ name, label, value, onChange, onBlur, fault, disabled }: InputProps) {
  return (
    <Box>
      <FormControlLabel
        label={label}
        disabled={disabled}
        control={<Switch name={name} checked={value === 1} onBlur={onBlur} onChange={(_, on) => onChange(on ? 1 : 0)} />}
      />
      <FormHelperText error={fault !== undefined}>{fault ?? ' '}</FormHelperText>
    </Box>
  )
}

const pickerSlots = ({ fault, onBlur, field, name }: InputProps) => ({
  textField: {
    fullWidth: true,
    size: 'small' as const,
    error: fault !== undefined,
    helperText: fault ?? ' ',
    onBlur,
    required: field.required,
    name,
  },
  field: { clearable: !field.required },
})
function MomentInput(props: InputProps) {
  const { value, label, disabled, onChange } = props
  return (
    <DateTimePicker
      label={label}
      disabled={disabled}
      format="YYYY-MM-DD HH:mm"
      slotProps={pickerSlots(props)}
      value={typeof value === 'number' ? dayjs(value) : null}
      onChange={(at) => onChange(at?.isValid() ? at.valueOf() : null)}
    />
  )
}
function DayInput(props: InputProps) {
  const { value, label, disabled, onChange } = props
  return (
    <DatePicker
      label={label}
      disabled={disabled}
      format="YYYY-MM-DD"
      slotProps={pickerSlots(props)}
      value={typeof value === 'string' ? dayjs(value) : null}
      onChange={(at) => onChange(at?.isValid() ? at.format('YYYY-MM-DD') : null)}
    />
  )
}

type PointParts = { longitude?: unknown; latitude?: unknown }
function PointCell({ value }: CellProps) {
  const { t, i18n } = useTranslation()
  const { longitude, latitude } = (value ?? {}) as PointParts
  return empty(longitude)
    ? t('crud:none')
    : `${formatValue(Number(longitude), i18n.language, 6)}, ${formatValue(Number(latitude), i18n.language, 6)}`
}
function PointInput(props: InputProps) {
  const { t } = useTranslation()
  const parts = (props.value ?? {}) as PointParts
  const change = (given: PointParts) => {
    const next = { longitude: parts.longitude ?? null, latitude: parts.latitude ?? null, ...given }
    props.onChange(next.longitude === null && next.latitude === null ? null : next)
  }
  return (
    <Stack direction="row" sx={{ gap: 2 }}>
      <NumberInput
        {...props}
        name={`${props.name}.longitude`}
        label={t('crud:longitude')}
        value={parts.longitude}
        onChange={(longitude) => change({ longitude })}
      />
      <NumberInput
        {...props}
        name={`${props.name}.latitude`}
        label={t('crud:latitude')}
        value={parts.latitude}
        fault={props.fault && ' '}
        onChange={(latitude) => change({ latitude })}
      />
    </Stack>
  )
}

function PolygonCell({ value }: CellProps) {
  const { t } = useTranslation()
  return Array.isArray(value) ? t('crud:corners', { count: value.length }) : t('crud:none')
}
/** A ring as text, one corner a line; what does not read as two numbers is left for the schema to refuse. */
function PolygonInput(props: InputProps) {
  const { t } = useTranslation()
  const { value } = props
  const text = Array.isArray(value) ? value.map((corner) => (Array.isArray(corner) ? corner.join(',') : '')).join('\n') : asText(value)
  const read = (typed: string): unknown => {
    const lines = typed.split('\n').map((line) => line.split(',').map((part) => readNumber(part)))
    const tidy = lines.every((line) => line.length === 2 && line.every((part) => typeof part === 'number'))
    return typed.trim() === '' ? null : tidy ? lines : typed
  }
  return (
    <TextInput
      {...props}
      multiline
      minRows={3}
      value={text}
      helperText={props.fault ?? t('crud:cornersHint')}
      onChange={(typed) => props.onChange(read(asText(typed)))}
    />
  )
}

function ColorCell({ value }: CellProps) {
  return (
    <Stack direction="row" component="span" sx={{ gap: 1, alignItems: 'center' }}>
      <Box
        component="span"
        sx={{ width: 16, height: 16, borderRadius: 0.5, bgcolor: asText(value) || 'transparent', border: 1, borderColor: 'divider' }}
      />
      {asText(value)}
    </Stack>
  )
}
const ColorInput = (props: InputProps) => <TextInput {...props} type="color" />

function ImageCell({ value }: CellProps) {
  return <Avatar variant="rounded" src={asText(value)} alt="" sx={{ width: 32, height: 32 }} />
}
function ImageInput(props: InputProps) {
  return (
    <Stack direction="row" sx={{ gap: 2 }}>
      {!empty(props.value) && <ImageCell {...props} />}
      <TextInput {...props} type="url" />
    </Stack>
  )
}

function MomentCell({ value }: CellProps) {
  const { t } = useTranslation()
  return typeof value === 'number' ? momentText(value) : t('crud:none')
}
function NumberCell({ value, field }: CellProps) {
  const { i18n } = useTranslation()
  return `${formatValue(typeof value === 'number' ? value : null, i18n.language)}${field.unit && !empty(value) ? ` ${field.unit}` : ''}`
}
const LongTextInput = (props: InputProps) => <TextInput {...props} multiline minRows={3} />

/** One cell and one input for every kind of field. */
export const fieldKinds = {
  text: { Cell: Plain, Input: TextInput },
  longText: { Cell: Plain, Input: LongTextInput },
  number: { Cell: NumberCell, Input: NumberInput },
  choice: { Cell: ChoiceCell, Input: ChoiceInput },
  flag: { Cell: FlagCell, Input: FlagInput },
  reference: { Cell: ChoiceCell, Input: ReferenceInput },
  moment: { Cell: MomentCell, Input: MomentInput },
  day: { Cell: Plain, Input: DayInput },
  color: { Cell: ColorCell, Input: ColorInput },
  polygon: { Cell: PolygonCell, Input: PolygonInput },
  point: { Cell: PointCell, Input: PointInput },
  image: { Cell: ImageCell, Input: ImageInput },
} as const satisfies Record<FieldKind, Kind>
