import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { memo } from 'react'
import { useController, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Field } from '#contract/core/field'
import { type ResourceName, resources } from '#contract/resources'
import { fieldKinds, ReferenceInput } from '#src/crud/fieldKinds.tsx'
import type { DocumentKind, LineInputProps } from './arrangement.ts'
import { type Draft, isTyped, longestOf } from './draft.ts'
import type { Titles } from './titles.ts'
import { useDocumentWords } from './useDocumentWords.ts'
import { useFault } from './useFault.ts'

/** What every cell of a form's lines stands in; each part keeps its identity as long as the form is open. */
export interface Lines {
  readonly kind: DocumentKind
  readonly form: UseFormReturn<Draft>
  readonly titles: Titles
}
interface CellProps extends Lines {
  readonly row: number
  readonly name: string
  readonly label: string
  /** With its line. */
  readonly called: string
  /** Its label stands over it; else it is the head of its column. */
  readonly labelled: boolean
}

/** Text and amounts: the browser holds what is typed, so that a key draws nothing but its own letter. */
function TypedCell({ kind, form, row, name, label, called, labelled }: CellProps) {
  const field = kind.document.line[name]!
  const path = `lines.${row}.${name}` as const
  const fault = useFault(form, path)
  const { ref, ...given } = form.register(path)
  const isNumber = field.kind === 'decimal'
  return (
    <TextField
      {...given}
      inputRef={ref}
      fullWidth
      size="small"
      {...(labelled ? { label, required: field.required } : { hiddenLabel: true })}
      error={fault !== undefined}
      helperText={fault}
      slotProps={{
        ...(labelled ? { inputLabel: { shrink: true } } : {}),
        htmlInput: {
          maxLength: longestOf(field),
          'aria-label': called,
          ...(isNumber ? { inputMode: 'decimal', style: { textAlign: 'right' } } : {}),
        },
        formHelperText: { sx: { mx: 0 } },
      }}
    />
  )
}

/** A reference to something that stands in a base offers what stands in that of the document. */
export const isWithinBase = ({ target }: Field): boolean => resources[target as ResourceName].areaField !== null
function OfBase({ form, ...props }: LineInputProps & { form: UseFormReturn<Draft> }) {
  const areaId = useWatch({ control: form.control, name: 'areaId', exact: true })
  return <ReferenceInput {...props} within={isWithinBase(props.field) ? (areaId ?? undefined) : undefined} />
}

/** What is chosen, or has an input of its own. */
function ChosenCell({ kind, form, titles, row, name, label, called, labelled }: CellProps) {
  const { document: of, arrangement } = kind
  const field = of.line[name]!
  const { t } = useTranslation()
  const { options } = useDocumentWords(of)
  const path = `lines.${row}.${name}` as const
  // Its `fieldState` is not read: who does is drawn again with every line that comes or goes.
  const { field: held } = useController({ control: form.control, name: path, exact: true })
  const fault = useFault(form, path)
  const Own = arrangement.inputs?.line?.[name]
  const Input = fieldKinds[field.kind].Input
  const props: LineInputProps = {
    name: path,
    label,
    field,
    value: held.value,
    options: field.kind === 'reference' ? titles.of(field, held.value) : options(name, field),
    fault,
    disabled: false,
    inLine: { called, labelled },
    onBlur: held.onBlur,
    onChange: (value, title) => {
      titles.learn(field, value, title)
      held.onChange(value)
    },
    onUnknown: (title) => form.setError(path, { type: 'unknown', message: t('errors:field.unknownTitle', { title }) }),
    row,
    setLine: (values) => {
      for (const [to, value] of Object.entries(values))
        form.setValue(`lines.${row}.${to}`, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    },
  }
  return (
    // The form leads to it where it is the first that wants a correction.
    <Box ref={(box: HTMLElement | null) => held.ref(box && { focus: () => focusIn(box) })} sx={{ '& .MuiFormHelperText-root': { mx: 0 } }}>
      {Own ? <Own {...props} /> : field.kind === 'reference' ? <OfBase {...props} form={form} /> : <Input {...props} />}
    </Box>
  )
}

/** Puts the cursor into whatever input stands in a box, and marks what is written there. */
export function focusIn(box: Element): void {
  const input = box.querySelector<HTMLElement>('[role=combobox], [role=spinbutton], input:not([tabindex="-1"]), textarea')
  input?.focus()
  if (input instanceof HTMLInputElement) input.select()
}

/** One input of a line. It is drawn again for what happens to itself alone: there may be more than a thousand. */
export const LineCell = memo(function LineCell(props: CellProps) {
  const { kind, name } = props
  const isPlain = isTyped(kind.document.line[name]!) && !kind.arrangement.inputs?.line?.[name]
  return isPlain ? <TypedCell {...props} /> : <ChosenCell {...props} />
})
