import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect, useId, useState } from 'react'
import { Controller, FormProvider, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Failure } from '#contract/core/failure'
import type { Field } from '#contract/core/field'
import { fieldFaults } from '#contract/core/fieldFault'
import { asWordKey } from '../i18n/i18n.ts'
import { Dates } from './Dates.tsx'
import { fieldKinds, type Input, type Option } from './fieldKinds.tsx'
import type { LeaveGuard } from './useLeaveGuard.ts'

type Values = Record<string, unknown>

/** What a form needs of a resource of the contract. */
export interface FormResource {
  readonly name: string
  readonly area: string
  readonly fields: Record<string, Field>
  readonly create: z.ZodType
}

/** A new record as the schemas begin it; what has no beginning is empty. */
export const blankOf = (fields: Record<string, Field>): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { schema, kind }]) => {
      const begun = schema.safeParse(undefined)
      return [name, begun.success ? begun.data : kind === 'reference' || kind === 'number' ? null : '']
    }),
  )

/** Numbers that were left as typed ("1.50") are numbers where they read as one. */
const settle = (fields: Record<string, Field>, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields[name]?.kind === 'number' && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? Number(value)
        : value,
    ]),
  )

/**
 * A form of a resource: inputs by the kinds of its fields, rules and words those of the server. `layout` is rows of field names, side by
 * side on a desk. `save` resolves to a failure or to what the server answered; on a failure everything typed stays, and `fields` of the
 * server's answer stand beside their inputs.
 */
export function ResourceForm<R extends FormResource>({
  of,
  initial,
  layout,
  options = {},
  inputs = {},
  fixed = [],
  submit,
  guard,
  onCancel,
  save,
  onSaved,
  onValues,
}: {
  of: R
  /** The record to edit, or what a new one begins with. */
  initial?: Partial<Record<keyof R['fields'], unknown>>
  layout: readonly (readonly (keyof R['fields'] & string)[])[]
  /** What choices and references offer, by field; without it a choice has its words, and a reference asks its resource. */
  options?: Partial<Record<keyof R['fields'], readonly Option[]>>
  /** Inputs in the place of those of the fields' kinds; react-hook-form's context shows them the rest of the form. */
  inputs?: Partial<Record<keyof R['fields'], Input>>
  /** Fields that are shown but may not be changed. */
  fixed?: readonly (keyof R['fields'] & string)[]
  submit?: string
  guard: LeaveGuard
  onCancel: () => void
  save: (values: z.input<R['create']>) => Promise<Failure | object>
  onSaved: () => void
  /** Told what stands in the form, so that options can depend on it. */
  onValues?: (values: Values) => void
}) {
  const { t } = useTranslation()
  const ids = useId()
  const [failure, setFailure] = useState<string>()
  const resolver: Resolver<Values> = (values) => {
    const settled = settle(of.fields, values)
    const parsed = of.create.safeParse(settled)
    if (parsed.success) return { values: settled, errors: {} }
    const faults = fieldFaults(parsed.error, settled)
    return {
      values: {},
      errors: Object.fromEntries(
        Object.values(faults).map(({ field, key, params }) => [field, { type: key, message: t(`errors:field.${key}`, params) }]),
      ),
    }
  }
  const form = useForm<Values>({ resolver, mode: 'onTouched', defaultValues: { ...blankOf(of.fields), ...initial } })
  const { isDirty, isSubmitting } = form.formState
  const choicesOf = (name: string): readonly Option[] =>
    (of.fields[name]!.choices ?? []).map((value) => ({
      value,
      label: t(asWordKey(`${of.area}:${of.name}.choices.${name}.${value}`)) as string,
    }))

  useEffect(() => guard.setDirty(isDirty), [guard, isDirty])
  useEffect(() => () => guard.setDirty(false), [guard])
  useEffect(() => {
    if (!onValues) return
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => onValues(values) })
  }, [form, onValues])

  const send = form.handleSubmit(async (values) => {
    setFailure(undefined)
    const answer = await save(values as z.input<R['create']>)
    if (!('failed' in answer)) {
      guard.setDirty(false)
      onSaved()
      return
    }
    const { fields = {}, message } = answer as Failure
    const known = Object.entries(fields).filter(([name]) => (name.split('.')[0] ?? '') in of.fields)
    known.forEach(([name, words], at) => form.setError(name.split('.')[0]!, { type: 'server', message: words }, { shouldFocus: at === 0 }))
    if (known.length === 0) setFailure(message)
  })

  return (
    <Dates>
      <FormProvider {...form}>
        <Box component="form" noValidate id={ids} onSubmit={(event) => void send(event)}>
          {layout.map((row) => (
            <Box
              key={row.join()}
              sx={{
                display: 'grid',
                columnGap: 2,
                gridTemplateColumns: { xs: '1fr', sm: `repeat(${row.length}, minmax(0, 1fr))` },
                pt: 1.5,
              }}
            >
              {row.map((name) => (
                <Controller
                  key={name}
                  name={name}
                  control={form.control}
                  render={({ field: { value, onChange, onBlur }, fieldState }) => {
                    const field = of.fields[name]!
                    const Input = inputs[name] ?? fieldKinds[field.kind].Input
                    return (
                      <Input
                        field={field}
                        name={name}
                        label={t(asWordKey(`${of.area}:${of.name}.fields.${name}`)) as string}
                        value={value}
                        onChange={onChange}
                        onBlur={onBlur}
                        fault={fieldState.error?.message}
                        disabled={fixed.includes(name)}
                        options={options[name] ?? choicesOf(name)}
                      />
                    )
                  }}
                />
              ))}
            </Box>
          ))}
          {failure !== undefined && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {failure}
            </Alert>
          )}
          <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, mt: 2 }}>
            <Button onClick={() => guard.leave(onCancel)}>{t('crud:cancel')}</Button>
            <Button type="submit" variant="contained" loading={isSubmitting} loadingPosition="start">
              {submit ?? t(isSubmitting ? 'crud:saving' : 'crud:save')}
            </Button>
          </Stack>
        </Box>
      </FormProvider>
    </Dates>
  )
}
