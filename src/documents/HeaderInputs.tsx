import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { memo } from 'react'
import { Controller, type ControllerFieldState, type ControllerRenderProps, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { AnyDocument } from '#contract/core/document'
import type { Field } from '#contract/core/field'
import { areaCalls } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'
import { fieldKinds, ReferenceInput } from '#src/crud/fieldKinds.tsx'
import type { DocumentKind } from './arrangement.ts'
import { type Draft, longestOf } from './draft.ts'
import { isWithinBase } from './LineCell.tsx'
import type { Titles } from './titles.ts'
import { useDocumentWords } from './useDocumentWords.ts'

const EVERY = { page: 1, size: 0, organizationType: 'area' }
interface Held {
  readonly field: ControllerRenderProps<Draft, string>
  readonly state: ControllerFieldState
}
/** What every text box of the header is given. */
const boxed = ({ field: { ref, onBlur, name }, state: { error } }: Held) => ({
  name,
  inputRef: ref,
  onBlur,
  fullWidth: true,
  error: error !== undefined,
  helperText: error?.message ?? ' ',
})

function TextInput({
  held,
  max,
  ...given
}: { held: Held; max: number | undefined } & Pick<TextFieldProps, 'label' | 'required' | 'multiline' | 'minRows'>) {
  const { t } = useTranslation()
  return (
    <TextField
      {...given}
      {...boxed(held)}
      value={held.field.value ?? ''}
      onChange={held.field.onChange}
      placeholder={t('crud:enter')}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: max } }}
    />
  )
}

function AreaInput({ held, label }: { held: Held; label: string }) {
  const areas = useCall(areaCalls.page, { query: EVERY })
  const { value, onChange } = held.field
  return (
    <TextField
      {...boxed(held)}
      select
      required
      label={label}
      value={areas.data && value !== null ? value : ''}
      onChange={({ target }) => onChange(Number(target.value))}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      {(areas.data?.content ?? []).map((one) => (
        <MenuItem key={one.areaId} value={one.areaId}>
          {one.areaName}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** The rule of a text that every document has. */
const limitOf = ({ body }: AnyDocument, name: 'title' | 'remark') =>
  longestOf({ kind: 'text', schema: (body as z.ZodObject<Record<string, z.ZodType>>).shape[name]! })

/** The header of a document in its form, in the rows of its arrangement. */
export const HeaderInputs = memo(function HeaderInputs({
  kind,
  form,
  titles,
}: {
  kind: DocumentKind
  form: UseFormReturn<Draft>
  titles: Titles
}) {
  const { document: of, arrangement } = kind
  const words = useDocumentWords(of)
  const areaId = useWatch({ control: form.control, name: 'areaId', exact: true })

  const ownInput = (name: string, field: Field, held: Held) => {
    const label = words.label(name)
    const Own = arrangement.inputs?.header?.[name]
    if (!Own && (field.kind === 'text' || field.kind === 'longText')) {
      const long = field.kind === 'longText' ? { multiline: true, minRows: 2 } : {}
      return <TextInput held={held} label={label} required={field.required} max={longestOf(field)} {...long} />
    }
    const props = {
      name,
      label,
      field,
      value: held.field.value as unknown,
      options: field.kind === 'reference' ? titles.of(field, held.field.value) : words.options(name, field),
      fault: held.state.error?.message,
      disabled: false,
      onBlur: held.field.onBlur,
      onChange: (value: unknown, called?: string) => {
        titles.learn(field, value, called)
        held.field.onChange(value)
      },
    }
    if (Own) return <Own {...props} />
    if (field.kind === 'reference') return <ReferenceInput {...props} within={isWithinBase(field) ? (areaId ?? undefined) : undefined} />
    const { Input } = fieldKinds[field.kind]
    return <Input {...props} />
  }
  const inputOf = (name: string, held: Held) => {
    if (name === 'title') return <TextInput held={held} label={words.label(name)} required max={limitOf(of, name)} />
    if (name === 'areaId') return <AreaInput held={held} label={words.label(name)} />
    if (name === 'remark') return <TextInput held={held} label={words.label(name)} multiline minRows={2} max={limitOf(of, name)} />
    return ownInput(name, of.header[name]!, held)
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
      {arrangement.header.map((row) => (
        <Box
          key={row.join()}
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              sm: row.length === 1 ? 'minmax(0, 1fr)' : '1fr 1fr',
              // A title is longer than what stands beside it.
              lg: row.map((name) => (name === 'title' ? '2fr' : '1fr')).join(' '),
            },
          }}
        >
          {row.map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name as string}
              render={({ field, fieldState }) => inputOf(name, { field: field as Held['field'], state: fieldState })}
            />
          ))}
        </Box>
      ))}
    </Box>
  )
})
