import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import dayjs from 'dayjs'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, FieldKind } from '#contract/core/field'
import type { Position } from '#contract/core/values'
import { type ResourceName, resources } from '#contract/resources'
import { useCall } from '../api/useCall.ts'
import { formatValue } from '../charts/formatValue.ts'
import { AuthImage } from '../files/AuthImage.tsx'
import { ImageInput as PictureInput } from '../files/ImageInput.tsx'
import type { DrawingMapProps } from '../map/DrawingMap.tsx'
import { useArea } from '../session/useArea.ts'
import { momentText } from '../ui/moment.ts'
import { asWordKey } from '../i18n/i18n.ts'

export interface Option {
  readonly value: string | number
  readonly label: string
}
export interface CellProps {
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
export type Input = (props: InputProps) => ReactNode
interface Kind {
  readonly Cell: (props: CellProps) => ReactNode
  readonly Input: Input
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
  const unit = useUnit(field.unit)
  return (
    <TextInput
      {...props}
      onChange={(typed) => onChange(readNumber(asText(typed)))}
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
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
/** What a reference offers is asked of its resource as it is typed; given options are offered as they are. */
function ReferenceInput({ field, name, label, value, options, onChange, onBlur, fault, disabled }: InputProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const target = options.length === 0 && field.target && field.target in resources ? resources[field.target as ResourceName] : null
  const found = useCall(
    (target ?? resources.area).calls.options,
    { query: search.trim() === '' ? { size: OFFERED } : { size: OFFERED, search: search.trim() } },
    { enabled: target !== null, placeholderData: (before) => before },
  )
  const offered = target ? (found.data?.content ?? []).map(({ id, title }): Option => ({ value: id, label: title })) : options
  // What is chosen already keeps its name though it is not among those that are found now.
  const [chosen, choose] = useState<Option | null>(null)
  const current =
    offered.find((option) => option.value === value) ??
    (chosen?.value === value ? chosen : null) ??
    (empty(value) ? null : named(value, found.isPending))
  return (
    <Autocomplete
      fullWidth
      options={[...offered]}
      disabled={disabled}
      loading={target !== null && found.isFetching}
      noOptionsText={t('crud:noMatch')}
      onBlur={onBlur}
      value={current}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      onInputChange={(_, typed, reason) => setSearch(reason === 'input' ? typed : '')}
      onChange={(_, picked) => {
        choose(picked)
        onChange(picked?.value ?? null)
      }}
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
const OFFERED = 50
const named = (value: unknown, waiting: boolean): Option => ({ value: value as number, label: waiting ? '' : asText(value) })

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
// The map comes with the first form that draws.
const DrawingMap = lazy(() => import('../map/DrawingMap.tsx').then((module) => ({ default: module.DrawingMap })))
const NOTHING: readonly Position[] = []
const drawnBy = ({ label, field, disabled, fault }: InputProps) => ({ label, required: field.required, disabled, fault })
/** What is drawn stands in the selected base, where there is one. */
function Drawn(props: Omit<DrawingMapProps, 'centre'>) {
  const { area } = useArea()
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={300} />}>
      <DrawingMap {...props} centre={area?.latlng ?? null} />
    </Suspense>
  )
}

function PointInput(props: InputProps) {
  const { t } = useTranslation()
  const parts = (props.value ?? {}) as PointParts
  const { longitude, latitude } = parts
  const corners = useMemo<Position[]>(
    () => (typeof longitude === 'number' && typeof latitude === 'number' ? [[longitude, latitude]] : []),
    [longitude, latitude],
  )
  const change = (given: PointParts) => {
    const next = { longitude: longitude ?? null, latitude: latitude ?? null, ...given }
    props.onChange(next.longitude === null && next.latitude === null ? null : next)
  }
  return (
    <Stack sx={{ gap: 1 }}>
      <Drawn
        {...drawnBy(props)}
        fault={undefined}
        corners={corners}
        most={1}
        onChange={([at]) => props.onChange(at ? { longitude: at[0], latitude: at[1] } : null)}
        hint={t('crud:placeHint')}
      />
      <Stack direction="row" sx={{ gap: 2 }}>
        <NumberInput
          {...props}
          name={`${props.name}.longitude`}
          label={t('crud:longitude')}
          value={longitude}
          onChange={(typed) => change({ longitude: typed })}
        />
        <NumberInput
          {...props}
          name={`${props.name}.latitude`}
          label={t('crud:latitude')}
          value={latitude}
          fault={props.fault && ' '}
          onChange={(typed) => change({ latitude: typed })}
        />
      </Stack>
    </Stack>
  )
}

function PolygonCell({ value }: CellProps) {
  const { t } = useTranslation()
  return Array.isArray(value) ? t('crud:corners', { count: value.length }) : t('crud:none')
}
const MOST_CORNERS = 500
/** A ring, drawn on the map. One or two corners are on the way to an outline: the schema refuses them. */
function PolygonInput(props: InputProps) {
  const { t } = useTranslation()
  const corners = Array.isArray(props.value) ? (props.value as Position[]) : NOTHING
  return (
    <Drawn
      {...drawnBy(props)}
      corners={corners}
      most={MOST_CORNERS}
      onChange={(drawn) => props.onChange(drawn.length === 0 ? null : drawn)}
      hint={t('crud:outlineHint')}
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

const THUMB = 32
function ImagesCell({ value }: CellProps) {
  const shown = (Array.isArray(value) ? value : [value]).filter((url): url is string => typeof url === 'string' && url !== '')
  return (
    <Stack direction="row" sx={{ gap: 0.5 }}>
      {shown.map((url) => (
        <AuthImage key={url} src={url} alt="" width={THUMB} height={THUMB} sx={{ borderRadius: 0.5 }} />
      ))}
    </Stack>
  )
}
const pictured = ({ label, field, disabled, fault, onBlur }: InputProps) => ({ label, required: field.required, disabled, fault, onBlur })
const SinglePicture = (props: InputProps) => (
  <PictureInput
    {...pictured(props)}
    value={typeof props.value === 'string' && props.value !== '' ? [props.value] : []}
    onChange={([url]) => props.onChange(url ?? null)}
  />
)
const MOST_PICTURES = 6
const Pictures = (props: InputProps) => (
  <PictureInput
    {...pictured(props)}
    max={MOST_PICTURES}
    value={Array.isArray(props.value) ? (props.value as string[]) : []}
    onChange={props.onChange}
  />
)

function MomentCell({ value }: CellProps) {
  const { t } = useTranslation()
  return typeof value === 'number' ? momentText(value) : t('crud:none')
}
/** A unit as the reader writes it; the field's own sign where it has no word. */
function useUnit(unit: string | undefined): string {
  const { t, i18n } = useTranslation()
  if (unit === undefined) return ''
  return i18n.exists(`crud:unit.${unit}`) ? (t(asWordKey(`crud:unit.${unit}`)) as string) : unit
}
function NumberCell({ value, field }: CellProps) {
  const { i18n } = useTranslation()
  const unit = useUnit(field.unit)
  return `${formatValue(typeof value === 'number' ? value : null, i18n.language)}${unit && !empty(value) ? ` ${unit}` : ''}`
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
  image: { Cell: ImagesCell, Input: SinglePicture },
  images: { Cell: ImagesCell, Input: Pictures },
} as const satisfies Record<FieldKind, Kind>
