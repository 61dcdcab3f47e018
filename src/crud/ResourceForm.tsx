import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect, useState } from 'react'
import { Controller, FormProvider, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Field } from '#contract/core/field'
import { fieldFaults } from '#contract/core/fieldFault'
import type { CallFailure } from '../api/call.ts'
import { useFormDraft } from '../session/useFormDraft.ts'
import { DraftNote } from '../ui/DraftNote.tsx'
import { SecondaryText } from '../ui/SecondaryText.tsx'
import { Section } from '../ui/Section.tsx'
import { reasonOf } from '../ui/tipFor.ts'
import type { LeaveGuard } from '../ui/useLeaveGuard.ts'
import type { Layout } from './arrangement.ts'
import { fieldKinds, type Input, type Option } from './fieldKinds.tsx'
import { useWords, type Worded } from './useWords.ts'

type Values = Record<string, unknown>

/** What a form needs of a resource of the contract. */
export interface FormResource extends Worded {
  readonly create: z.ZodType
}

/** A new record as the schemas begin it; what has no beginning is empty. */
const blankOf = (fields: Readonly<Record<string, Field>>): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema.safeParse(undefined).data ?? null]))

/**
 * A form of a resource: inputs by the kinds of its fields, rules and words those of the server. `layout` is rows of field names, side by
 * side on a desk. `save` resolves to a failure or to what the server answered; on a failure everything typed stays, and `fields` of the
 * server's answer stand beside their inputs. What was typed when a session expired is there again.
 */
export function ResourceForm<R extends FormResource>({
  of,
  id,
  initial = {},
  layout,
  options = {},
  inputs = {},
  fixed = [],
  onPage = false,
  guard,
  onCancel,
  save,
  onSaved,
  onReload,
}: {
  of: R
  /** Null of a new record. */
  id: number | null
  /** The record to edit, or what a new one begins with. */
  initial?: Partial<Record<keyof R['fields'], unknown>>
  layout: Layout<keyof R['fields'] & string>
  /** What choices offer and references are called, by field; without it a choice has its words. */
  options?: Partial<Record<keyof R['fields'], readonly Option[]>>
  /** Inputs in the place of those of the fields' kinds; react-hook-form's context shows them the rest of the form. */
  inputs?: Partial<Record<keyof R['fields'], Input>>
  /** Fields that are shown but may not be changed; where that is all of them, nothing can be saved. */
  fixed?: readonly (keyof R['fields'] & string)[]
  /** It stands on a page of its own, not in a window. */
  onPage?: boolean
  guard: LeaveGuard
  onCancel: () => void
  save: (values: z.input<R['create']>) => Promise<CallFailure | object>
  onSaved: () => void
  /** Puts the newest version in the place of the one that somebody else has changed. */
  onReload?: () => void
}) {
  const { t } = useTranslation()
  const words = useWords(of)
  const [failure, setFailure] = useState<CallFailure>()
  const [begun] = useState<Values>(() => ({ ...blankOf(of.fields), ...initial }))
  const resolver: Resolver<Values> = (values) => {
    const parsed = of.create.safeParse(values)
    if (parsed.success) return { values, errors: {} }
    const faults = Object.values(fieldFaults(parsed.error, values))
    const errors = faults.map(({ field, key, params }) => [field, { type: key, message: t(`errors:field.${key}`, params) }] as const)
    return { values: {}, errors: Object.fromEntries(errors) }
  }
  const form = useForm<Values>({ resolver, mode: 'onTouched', defaultValues: begun })
  const { isDirty, isSubmitting } = form.formState
  const mayChange = Object.keys(of.fields).some((name) => !fixed.includes(name))

  const { brought, undo, settle, drop } = useFormDraft(form, `${of.name} ${id ?? 'new'}`)
  useEffect(() => guard.setDirty(isDirty, drop), [guard, isDirty, drop])
  useEffect(() => () => guard.setDirty(false), [guard])

  const send = form.handleSubmit(async (values) => {
    setFailure(undefined)
    settle()
    const answer = await save(values as z.input<R['create']>)
    if (!('failed' in answer)) {
      drop()
      guard.setDirty(false)
      onSaved()
      return
    }
    const failed = answer as CallFailure
    const { fields = {} } = failed
    const known = Object.entries(fields).flatMap(([path, said]) => {
      const name = path.split('.')[0]!
      return name in of.fields ? [[name, said] as const] : []
    })
    known.forEach(([name, said], at) => form.setError(name, { type: 'server', message: said }, { shouldFocus: at === 0 }))
    if (known.length === 0) setFailure(failed)
  })

  const inputOf = (name: string) => {
    const field = of.fields[name]!
    const Input = inputs[name] ?? fieldKinds[field.kind].Input
    const common = { field, label: words.label(name), disabled: fixed.includes(name), options: options[name] ?? words.options(name) }
    return (
      <Controller
        key={name}
        name={name}
        control={form.control}
        render={({ field: { value, onChange, onBlur }, fieldState: { error } }) => (
          <Input {...common} name={name} value={value} onChange={onChange} onBlur={onBlur} fault={error?.message} />
        )}
      />
    )
  }
  const rowOf = (row: readonly string[]) => (
    <Box
      key={row.join()}
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 1.5,
        pt: 1.5,
        gridTemplateColumns: { xs: '1fr', sm: `repeat(${row.length}, minmax(0, 1fr))` },
      }}
    >
      {row.map(inputOf)}
    </Box>
  )
  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={(event) => void send(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        <Stack sx={{ gap: onPage ? 2 : 0 }}>
          {layout.map((given) =>
            'rows' in given ? (
              <Section key={given.title} title={t(given.title)}>
                {given.hint && <SecondaryText>{t(given.hint)}</SecondaryText>}
                {given.rows.map(rowOf)}
              </Section>
            ) : (
              rowOf(given)
            ),
          )}
        </Stack>
        {failure?.code === 'error.version.stale' && onReload ? (
          <Alert severity="warning" sx={{ mt: 1 }} action={<Button onClick={onReload}>{t('crud:reload')}</Button>}>
            {t('crud:stale')}
          </Alert>
        ) : (
          failure && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {reasonOf(failure)}
            </Alert>
          )
        )}
        {mayChange && (
          <Stack direction="row" sx={onPage ? AT_THE_END : AT_THE_FOOT}>
            <Button onClick={() => guard.leave(onCancel)}>{t('crud:cancel')}</Button>
            <Button type="submit" variant="contained" loading={isSubmitting} loadingPosition="start">
              {t(isSubmitting ? 'crud:saving' : 'crud:save')}
            </Button>
          </Stack>
        )}
      </Box>
    </FormProvider>
  )
}

/** What ends a form stays in view at the foot of its window, over a map. */
const AT_THE_FOOT = {
  position: 'sticky',
  bottom: -20,
  mx: -3,
  mb: -2.5,
  mt: 1,
  px: 3,
  py: 1.5,
  gap: 1,
  justifyContent: 'flex-end',
  zIndex: 'appBar',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
} as const
const AT_THE_END = { mt: 2, gap: 1, justifyContent: 'flex-end' } as const
