import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ComponentProps, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { halfWidth } from '#contract/core/halfWidth'
import type { Field, FieldKind, Stage } from '#contract/core/field'
import type { Position } from '#contract/core/values'
import { peopleCalls } from '#contract/organization/people'
import { type ResourceName, resources } from '#contract/resources'
import { isFailure } from '../api/call.ts'
import { useCall } from '../api/useCall.ts'
import { formatValue } from '../charts/formatValue.ts'
import { AuthImage } from '../files/AuthImage.tsx'
import { ImageInput } from '../files/ImageInput.tsx'
import { asWordKey } from '../i18n/i18n.ts'
import { OutlineInput, PlaceInput } from '../map/GeoInput.tsx'
import { findNamed } from './named.ts'
import { StagesInput } from './StagesInput.tsx'
import type { Option } from './option.ts'
import { useSearch } from '../ui/useSearch.ts'
import { ColorField, useColorWord } from '../ui/ColorField.tsx'
import { decimalText } from '../ui/decimalText.ts'
import { momentText } from '#src/time/moment.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { optionFilter } from '../theme/typedText.ts'
import { SkeletonList } from '../ui/Skeletons.tsx'
import { DayInput } from '#src/ui/DayInput.tsx'
import { MomentInput } from '#src/ui/MomentInput.tsx'

export type { Option }
export interface CellProps {
  readonly value: unknown
  readonly field: Field
  /** What a choice offers; of a reference, the records whose titles are known. */
  readonly options: readonly Option[]
  /** Among the facts of one record, where a picture has room. */
  readonly large?: boolean
}
export interface InputProps extends CellProps {
  readonly name: string
  readonly label: string
  /** A reference says what it chose is called, too. */
  readonly onChange: (value: unknown, called?: string) => void
  readonly onBlur: () => void
  /** The words of what is wrong with it. */
  readonly fault: string | undefined
  readonly disabled: boolean
  /** Among lines: what it is called with its line, and whether its label is to be seen, where no column has it for its head. */
  readonly inLine?: { readonly called: string; readonly labelled: boolean } | undefined
  /** Hears of a text that was typed into a reference among lines and names no record. */
  readonly onUnknown?: ((typed: string) => void) | undefined
}
export type Input = (props: InputProps) => ReactNode

const empty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const asList = (value: unknown) => (Array.isArray(value) ? (value as string[]) : empty(value) ? [] : [asText(value)])
const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

// Cells. What is not there is a dash; a number that cannot be is nowhere.

interface Said {
  readonly t: TFunction
  readonly language: string
  readonly field: Field
  readonly options: readonly Option[]
}
/** A cell of text. */
function said<Value>(say: (value: Value, how: Said) => string) {
  return function Cell({ value, field, options }: CellProps) {
    const { t, i18n } = useTranslation()
    return empty(value) ? t('crud:none') : say(value as Value, { t, language: i18n.language, field, options })
  }
}
/** A unit as the reader writes it; the field's own sign where it has no word. */
const unitOf = ({ unit = '' }: Field, t: TFunction) => t(asWordKey(`crud:unit.${unit}`), { defaultValue: unit }) as string
const Plain = said(asText)
const NumberCell = said<number>((value, { t, field, language }) => `${formatValue(value, language)} ${unitOf(field, t)}`.trimEnd())
const DecimalCell = said<string>((value, { t, field, language }) => `${decimalText(value, language)} ${unitOf(field, t)}`.trimEnd())
const ChoiceCell = said((value, { options }) => options.find((option) => option.value === value)?.label ?? asText(value))
const namesOf = ({ value, options }: CellProps) =>
  (value as readonly number[]).map((id) => options.find((option) => option.value === id)?.label ?? String(id)).join(', ')
const ReferencesCell = (props: CellProps) => <Plain {...props} value={empty(props.value) ? null : namesOf(props)} />
const TextsCell = (props: CellProps) => <Plain {...props} value={asList(props.value).join(props.large ? '\n' : ' · ')} />
const FlagCell = said((value, { t }) => t(value === 1 ? 'crud:yes' : 'crud:no'))
const MomentCell = said(momentText)
const PointCell = said<{ longitude: number; latitude: number }>(({ longitude, latitude }, { language }) =>
  [longitude, latitude].map((degrees) => formatValue(degrees, language, 6)).join(', '),
)
const PolygonCell = said<readonly Position[]>((corners, { t }) => t('crud:corners', { count: corners.length }))
const StagesCell = said<readonly Stage[]>((parts, { t }) =>
  parts.length === 0 ? t('crud:none') : parts.map(({ name, days }) => t('crud:stages.one', { name, days })).join(t('crud:stages.then')),
)

function ColorCell(props: CellProps) {
  const word = useColorWord()
  if (empty(props.value)) return <Plain {...props} />
  const color = asText(props.value)
  return (
    <Stack direction="row" component="span" sx={{ gap: 1, alignItems: 'center' }}>
      <Box component="span" sx={{ width: 16, height: 16, borderRadius: 0.5, bgcolor: color, border: 1, borderColor: 'divider' }} />
      {word(color)}
    </Stack>
  )
}
const SMALL = 32
const LARGE = 120
function ImagesCell(props: CellProps) {
  const urls = asList(props.value)
  if (urls.length === 0) return <Plain {...props} value={null} />
  const size = props.large ? LARGE : SMALL
  return (
    <Stack direction="row" component="span" sx={{ gap: 0.5, flexWrap: props.large ? 'wrap' : 'nowrap' }}>
      {urls.map((url) => (
        <AuthImage key={url} src={url} alt="" width={size} height={size} sx={{ borderRadius: 0.5 }} />
      ))}
    </Stack>
  )
}

/** How many there are: what they say is the matter of their resource. */
function LinesCell({ value }: CellProps) {
  const { t } = useTranslation()
  return Array.isArray(value) && value.length > 0 ? value.length : t('crud:none')
}

// Inputs. The line below each is always there, so that a fault moves nothing.

const named = ({ name, label, field, disabled, onBlur }: InputProps) => ({ name, label, required: field.required, disabled, onBlur })
const boxed = ({ inLine, ...props }: InputProps) => ({
  ...named(props),
  ...(inLine?.labelled === false ? { label: undefined, required: false, hiddenLabel: true } : {}),
  fullWidth: true,
  error: props.fault !== undefined,
  // In a line there is no room to keep for a fault that may never come.
  helperText: props.fault ?? (inLine ? undefined : ' '),
})
/** What is heard in the place of a label that is not seen. */
const heard = ({ inLine }: InputProps) => (inLine ? { 'aria-label': inLine.called } : {})

/** A box of text; `null` stands for "nothing written", as in the contract. */
function TextInput({ given, ...props }: InputProps & { given?: TextFieldProps }) {
  const { t } = useTranslation()
  const { value, field, onChange } = props
  return (
    <TextField
      {...boxed(props)}
      value={asText(value)}
      placeholder={t('crud:enter')}
      onChange={({ target }) => onChange(target.value === '' && !field.required ? null : target.value)}
      slotProps={{ htmlInput: heard(props) }}
      {...given}
    />
  )
}
const linesOf = (typed: string) => typed.split('\n').flatMap((line) => line.trim() || [])
/** A line of text each; what is typed stands there as it was typed, blank lines too. */
function TextsInput(props: InputProps) {
  const { t } = useTranslation()
  const lines = asList(props.value).join('\n')
  const [typed, setTyped] = useState(lines)
  const kept = linesOf(typed).join('\n') === lines ? typed : lines
  return (
    <TextInput
      {...props}
      value={kept}
      onChange={(next) => {
        const said = asText(next)
        setTyped(said)
        props.onChange(linesOf(said))
      }}
      given={{ multiline: true, minRows: 3, placeholder: t('crud:onePerLine') }}
    />
  )
}
const LongTextInput = (props: InputProps) => <TextInput {...props} given={{ multiline: true, minRows: 3 }} />

function NumberInput(props: InputProps) {
  const { t } = useTranslation()
  return (
    <NumberField
      {...boxed(props)}
      placeholder={t('crud:enter')}
      value={props.value}
      onChange={props.onChange}
      unit={unitOf(props.field, t)}
      heard={heard(props)}
    />
  )
}
function DecimalInput(props: InputProps) {
  const { t } = useTranslation()
  const { onChange, field } = props
  return (
    <TextInput
      {...props}
      onChange={(typed) => onChange(typeof typed === 'string' ? halfWidth(typed).trim() || null : null)}
      given={{
        slotProps: {
          htmlInput: { inputMode: 'decimal', ...heard(props) },
          input: { endAdornment: <InputAdornment position="end">{unitOf(field, t)}</InputAdornment> },
        },
      }}
    />
  )
}
function ChoiceInput(props: InputProps) {
  const { t } = useTranslation()
  const none = props.field.required ? [] : [{ value: '', label: t('crud:none') }]
  const offered = [...none, ...props.options].map(({ value, label }) => (
    <MenuItem key={value} value={value}>
      {label}
    </MenuItem>
  ))
  const slotProps = { select: { SelectDisplayProps: heard(props) } }
  return <TextInput {...props} given={{ select: true, children: offered, slotProps }} />
}

export const OFFERED = 50
const byLabelOrCode = optionFilter<Option>({ textOf: ({ label, codes = [] }) => [label, ...codes].join('\n') })
/**
 * Among lines, what is typed whole, a title or a code, is chosen when the input is left, so that nobody waits for the list. Offers the enabled records of its resource as they are searched for; `within` a base where that is given, and `only` those that hold
 * these values.
 */
export function ReferenceInput({
  within,
  only,
  ...props
}: InputProps & { within?: number | undefined; only?: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const { field, value, options, onChange, inLine, onUnknown } = props
  const target = field.target as ResourceName
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const search = useSearch(typed)
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const asked = { ...only, size: OFFERED, areaId: within, ...(search === '' ? {} : { search }) }
  const found = useCall(resources[target].calls.options, { query: asked }, { placeholderData: keepPreviousData })
  const content = found.data?.content
  const offered = useMemo(
    () => (content ?? []).flatMap(({ id, title, enabledFlag, codes }) => (enabledFlag === 1 ? [{ value: id, label: title, codes }] : [])),
    [content],
  )
  // What is chosen already keeps its name though it is not among those that are found now: another name would take the place of what is
  // being typed.
  const seen = [...options, ...chosen, ...offered].find((option) => option.value === value)
  const [named, setNamed] = useState(seen)
  if (seen && (seen.value !== named?.value || seen.label !== named.label)) setNamed(seen)
  const label = named !== undefined && named.value === value ? named.label : found.isPending ? '' : asText(value)
  const known = useMemo(() => (empty(value) ? null : { value: value as number, label }), [value, label])
  const settle = async () => {
    const option = await findNamed(target, wanted, { ...only, areaId: within })
    if (isFailure(option)) return
    if (option === null) return onUnknown?.(wanted)
    setChosen([option])
    setTyped('')
    onChange(option.value, option.label)
  }
  return (
    <Autocomplete
      fullWidth
      options={offered}
      filterOptions={byLabelOrCode}
      autoHighlight={inLine !== undefined}
      disabled={props.disabled}
      loading={found.isFetching}
      noOptionsText={t('frame:empty.pageNoSearch')}
      value={known}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      onInputChange={(_, next, reason) => setTyped(reason === 'input' ? next : '')}
      onKeyDown={(event) => {
        // The list is still that of what was typed before: its first is not what is meant.
        if (event.key !== 'Enter' || !inLine || wanted === '' || (search === wanted && !found.isFetching)) return
        Object.assign(event, { defaultMuiPrevented: true })
        event.preventDefault()
        void settle()
      }}
      renderOption={({ key, ...item }, { label: title, codes = [] }) => (
        <li key={key} {...item}>
          {title}
          {codes.length > 0 && (
            <Typography component="span" variant="caption" sx={{ ml: 1, color: 'text.secondary' }}>
              {codes.join(' · ')}
            </Typography>
          )}
        </li>
      )}
      onChange={(_, picked) => {
        setChosen(picked ? [picked] : [])
        onChange(picked?.value ?? null, picked?.label)
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          {...boxed(props)}
          onBlur={() => {
            props.onBlur()
            if (inLine && wanted !== '') void settle()
          }}
          placeholder={t('crud:choose')}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...heard(props) } }}
        />
      )}
    />
  )
}

/** Several records, found as one types, `within` a base where that is given; what is chosen stands in the box. */
export function ReferencesInput({ within, ...props }: InputProps & { within?: number | undefined }) {
  const { t } = useTranslation()
  const { field, value, options, onChange } = props
  const [typed, setTyped] = useState('')
  const search = useSearch(typed)
  const found = useCall(
    resources[field.target as ResourceName].calls.options,
    { query: { size: OFFERED, areaId: within, ...(search === '' ? {} : { search }) } },
    { placeholderData: keepPreviousData },
  )
  const offered = (found.data?.content ?? []).flatMap(({ id, title, enabledFlag }) =>
    enabledFlag === 1 ? [{ value: id, label: title }] : [],
  )
  const [chosen, setChosen] = useState<readonly Option[]>(options)
  const known = [...chosen, ...options, ...offered]
  const now = (Array.isArray(value) ? (value as number[]) : []).map(
    (id) => known.find((option) => option.value === id) ?? { value: id, label: String(id) },
  )
  return (
    <Autocomplete
      multiple
      fullWidth
      options={offered}
      filterOptions={(all) => all}
      filterSelectedOptions
      disabled={props.disabled}
      loading={found.isFetching}
      noOptionsText={t('frame:empty.pageNoSearch')}
      value={now}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      onInputChange={(_, next, reason) => setTyped(reason === 'input' ? next : '')}
      onChange={(_, picked) => {
        setChosen(picked)
        onChange(picked.map((option) => option.value))
      }}
      renderInput={(params) => <TextField {...params} {...boxed(props)} placeholder={now.length === 0 ? t('crud:choose') : ''} />}
    />
  )
}

/** Somebody of the tenant who signs in, found as one types. */
function PersonInput(props: InputProps) {
  const { t } = useTranslation()
  const { value, options, onChange } = props
  const [typed, setTyped] = useState('')
  const search = useSearch(typed)
  const found = useCall(
    peopleCalls.page,
    { query: { size: OFFERED, ...(search === '' ? {} : { search }) } },
    { placeholderData: keepPreviousData },
  )
  const offered: readonly Option[] = (found.data?.content ?? []).map(({ userId, realName }) => ({ value: userId, label: realName }))
  const [chosen, setChosen] = useState<Option | null>(null)
  const known = [chosen, ...options, ...offered].find((option) => option?.value === value)
  return (
    <Autocomplete
      fullWidth
      options={offered}
      filterOptions={(all) => all}
      disabled={props.disabled}
      loading={found.isFetching}
      noOptionsText={t('frame:empty.pageNoSearch')}
      value={empty(value) ? null : (known ?? { value: value as number, label: asText(value) })}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      onInputChange={(_, next, reason) => setTyped(reason === 'input' ? next : '')}
      onChange={(_, picked) => {
        setChosen(picked)
        onChange(picked?.value ?? null, picked?.label)
      }}
      renderInput={(params) => <TextField {...params} {...boxed(props)} placeholder={t('crud:choose')} />}
    />
  )
}

function FlagInput({ name, label, value, onChange, onBlur, fault, disabled, inLine }: InputProps) {
  return (
    <Box>
      <FormControlLabel
        label={inLine?.labelled === false ? null : label}
        disabled={disabled}
        control={
          <Switch
            name={name}
            checked={value === 1}
            onBlur={onBlur}
            onChange={(_, on) => onChange(on ? 1 : 0)}
            slotProps={{ input: inLine ? { 'aria-label': inLine.called } : {} }}
          />
        }
      />
      {(fault !== undefined || !inLine) && <FormHelperText error={fault !== undefined}>{fault ?? ' '}</FormHelperText>}
    </Box>
  )
}

/** No moment and no day: the rule of every schema says so. */
const UNREADABLE = 'invalid'
const picked = (props: InputProps) => ({
  label: props.inLine?.labelled === false ? undefined : props.label,
  disabled: props.disabled,
  // What is half typed is refused rather than lost.
  onChange: (at: string | number | null, isHalf: boolean) => props.onChange(isHalf ? UNREADABLE : at),
  slotProps: {
    textField: { ...boxed(props), size: 'small' as const, slotProps: { htmlInput: heard(props) } },
    field: { clearable: !props.field.required },
  },
})
const MomentField = (props: InputProps) => <MomentInput {...picked(props)} value={empty(props.value) ? null : Number(props.value)} />
const DayField = (props: InputProps) => <DayInput {...picked(props)} value={empty(props.value) ? null : (props.value as string)} />

const ColorInput = (props: InputProps) => <ColorField {...boxed(props)} value={asText(props.value) || null} onChange={props.onChange} />
const drawn = (props: InputProps) => ({ ...named(props), fault: props.fault, value: props.value as null, onChange: props.onChange })
const PointInput = (props: InputProps & Pick<ComponentProps<typeof PlaceInput>, 'around' | 'beside'>) => (
  <PlaceInput {...drawn(props)} around={props.around} beside={props.beside} />
)
const PolygonInput = (props: InputProps & { around?: readonly (readonly Position[])[] }) => (
  <OutlineInput {...drawn(props)} around={props.around} />
)
function ImagesInput(props: InputProps) {
  const { most, upload } = props.field
  const change = (urls: readonly string[]) => props.onChange(most === undefined ? (urls[0] ?? null) : urls)
  return <ImageInput {...drawn(props)} {...(upload && { kind: upload })} max={most ?? 1} value={asList(props.value)} onChange={change} />
}

// An editor of text is large: it comes with the form that has one.
const Passages = lazyPart(() => import('./PassagesInput.tsx'))
const PassagesInput = (props: InputProps) => (
  <Suspense fallback={<SkeletonList rows={2} height={48} />}>
    <Passages {...props} />
  </Suspense>
)
const PassagesCell = said<readonly { name: string }[]>((value, { t }) =>
  value.length === 0 ? t('crud:none') : value.map(({ name }) => name).join(' · '),
)

/** Its first words: the whole is read where there is room for it. */
const RichTextCell = said<string>((value) => {
  const words = (new DOMParser().parseFromString(value, 'text/html').body.textContent ?? '').trim()
  return words.length > SHOWN_WORDS ? `${words.slice(0, SHOWN_WORDS)}…` : words
})
const SHOWN_WORDS = 120

const ArticleText = lazyPart(() => import('./ArticleTextInput.tsx'))
const ArticleTextInput = (props: InputProps) => (
  <Suspense fallback={<SkeletonList rows={4} height={48} />}>
    <ArticleText {...props} />
  </Suspense>
)

const MarksCell = said<readonly number[]>((value, { options, t }) =>
  value.length === 0
    ? t('crud:none')
    : value.map((mark) => options.find((option) => String(option.value) === String(mark))?.label ?? String(mark)).join(' · '),
)
/** Some of a few, each on or off. */
function MarksInput({ label, options, value, onChange, onBlur, fault, disabled }: InputProps) {
  const marks = (value ?? []) as readonly number[]
  return (
    <FormControl component="fieldset" error={fault !== undefined} disabled={disabled} onBlur={onBlur}>
      <FormLabel component="legend" sx={{ typography: 'body2' }}>
        {label}
      </FormLabel>
      <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
        {options.map((option) => {
          const mark = Number(option.value)
          return (
            <FormControlLabel
              key={option.value}
              label={option.label}
              control={
                <Checkbox
                  checked={marks.includes(mark)}
                  onChange={(_, on) =>
                    onChange(on ? [...marks, mark].toSorted((one, other) => one - other) : marks.filter((one) => one !== mark))
                  }
                />
              }
            />
          )
        })}
      </Stack>
      <FormHelperText>{fault ?? ' '}</FormHelperText>
    </FormControl>
  )
}

/** One cell and one input for every kind of field, and how wide it stands in a list, in px. */
export const fieldKinds = {
  text: { Cell: Plain, Input: TextInput, width: 150 },
  longText: { Cell: Plain, Input: LongTextInput, width: 200 },
  number: { Cell: NumberCell, Input: NumberInput, width: 120 },
  choice: { Cell: ChoiceCell, Input: ChoiceInput, width: 120 },
  decimal: { Cell: DecimalCell, Input: DecimalInput, width: 120 },
  flag: { Cell: FlagCell, Input: FlagInput, width: 116 },
  reference: { Cell: ChoiceCell, Input: ReferenceInput, width: 140 },
  references: { Cell: ReferencesCell, Input: ReferencesInput, width: 180 },
  person: { Cell: ChoiceCell, Input: PersonInput, width: 140 },
  texts: { Cell: TextsCell, Input: TextsInput, width: 200 },
  moment: { Cell: MomentCell, Input: MomentField, width: 170 },
  day: { Cell: Plain, Input: DayField, width: 120 },
  color: { Cell: ColorCell, Input: ColorInput, width: 120 },
  polygon: { Cell: PolygonCell, Input: PolygonInput, width: 120 },
  point: { Cell: PointCell, Input: PointInput, width: 180 },
  image: { Cell: ImagesCell, Input: ImagesInput, width: 90 },
  images: { Cell: ImagesCell, Input: ImagesInput, width: 120 },
  passages: { Cell: PassagesCell, Input: PassagesInput, width: 200 },
  stages: { Cell: StagesCell, Input: StagesInput, width: 200 },
  lines: { Cell: LinesCell, Input: () => null, width: 180 },
  richText: { Cell: RichTextCell, Input: ArticleTextInput, width: 200 },
  marks: { Cell: MarksCell, Input: MarksInput, width: 150 },
} as const satisfies Record<FieldKind, { Cell: (props: CellProps) => ReactNode; Input: Input; width: number }>
