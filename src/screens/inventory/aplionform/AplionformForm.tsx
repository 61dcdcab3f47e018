import { useQueryClient } from '@tanstack/react-query'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import dayjs from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { type Control, Controller, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { areaCalls } from '#contract/farm/area'
import { aplionform, type AplionformFull } from '#contract/inventory/aplionform'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Dates } from '#src/ui/Dates.tsx'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { useFormDraft } from '#src/session/useFormDraft.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast.ts'
import { blankDraft, bodyOf, type Draft, type DraftField, draftOf, errorsOf, faultsOf, rebase } from './draft.ts'
import { DraftTotal, LineTable } from './LineTable.tsx'

const LIST = '/inventory/prment/aplionform'
const EVERY = { page: 1, size: 0, organizationType: 'area' }

/** Counts the inputs that need a correction. */
const countFaults = (draft: Draft) => faultsOf(draft).size

/**
 * Makes a purchase application, or changes one. `record` is what the server holds now: while nothing was typed the form follows it,
 * else what was typed stays, and the form says that it stands on something older.
 */
export function AplionformForm({
  record,
  areaId,
  onReload,
}: {
  record: AplionformFull | null
  areaId: number | null
  onReload?: () => void
}) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const navigate = useNavigate()
  const guard = useLeaveGuard()
  const mayStore = usePermission(record === null ? aplionform.codes.create : aplionform.codes.edit)
  const maySubmit = usePermission(aplionform.codes.submit) === true
  const [base, setBase] = useState(record)
  const [failure, setFailure] = useState<string>()
  const [stale, setStale] = useState(false)
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null)
  const areas = useCall(areaCalls.page, { query: EVERY })

  const resolver: Resolver<Draft> = (values) => {
    const faults = faultsOf(values)
    if (faults.size === 0) return { values, errors: {} }
    return { values: {}, errors: errorsOf(faults, ({ key, params }) => t(`errors:field.${key}`, params)) }
  }
  const form = useForm<Draft>({
    resolver,
    mode: 'onTouched',
    defaultValues: record === null ? blankDraft(areaId) : draftOf(record),
  })
  const { control, formState, getValues, reset, setError } = form
  const { errors, isDirty, submitCount } = formState

  const { brought, undo, settle, drop } = useFormDraft(form, `aplionform ${record?.id ?? 'new'}`)
  useEffect(() => guard.setDirty(isDirty, drop), [guard, isDirty, drop])
  useEffect(() => () => guard.setDirty(false), [guard])

  const newer = record !== null && base !== null && record.objectVersionNumber !== base.objectVersionNumber
  const [both, setBoth] = useState<readonly DraftField[]>([])
  /** Stands on the newest content from now on: with what was typed laid over it, or without. */
  const takeNewest = (keepTyped: boolean) => {
    if (record === null || base === null) return
    const merged = rebase(getValues(), draftOf(base), draftOf(record))
    inForm.current = record
    setBase(record)
    setStale(false)
    setFailure(undefined)
    setBoth(keepTyped ? merged.both : [])
    reset(draftOf(record))
    if (keepTyped) reset(merged.draft, { keepDefaultValues: true })
  }
  // Nothing was typed: what the server holds now is simply shown.
  if (newer && !isDirty) setBase(record)
  const inForm = useRef(base)
  useEffect(() => {
    if (base === null || inForm.current === base) return
    inForm.current = base
    reset(draftOf(base))
  }, [base, reset])

  const save = (thenSubmit: boolean) =>
    form.handleSubmit(async (values) => {
      if (busy !== null) return
      const body = aplionform.body.parse(bodyOf(values))
      if (thenSubmit && body.lines.length === 0) return setFailure(t('inventory:aplionform.linesFirst'))
      setBusy(thenSubmit ? 'submit' : 'save')
      settle()
      setFailure(undefined)
      const answer =
        base === null
          ? await call(aplionform.calls.create, { body }, { quiet: true })
          : await call(
              aplionform.calls.update,
              { params: { id: base.id }, body: { ...body, objectVersionNumber: base.objectVersionNumber } },
              { quiet: true },
            )
      setBusy(null)
      if (isFailure(answer)) {
        // Changed, or submitted, in between: the newest tells which.
        if (answer.code === 'error.version.stale' || answer.code === 'error.document.state') {
          setStale(true)
          onReload?.()
          return
        }
        const known = Object.entries(answer.fields ?? {}).filter(([name]) => name in values)
        for (const [name, message] of known) setError(name as keyof Draft, { type: 'server', message })
        if (answer.code === 'error.document.areaUnknown') setError('areaId', { type: 'server', message: answer.message })
        else if (known.length === 0) setFailure(answer.message || t(record === null ? 'crud:addError' : 'inventory:aplionform.saveFailed'))
        return
      }
      drop()
      guard.setDirty(false)
      queryClient.setQueryData(queryKeyOf(aplionform.calls.get, { params: { id: answer.id } }), answer)
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(aplionform.calls.page) })
      toast('success', t(base === null ? 'inventory:aplionform.created' : 'inventory:aplionform.saved'))
      // In the form's place stands what was made of it: its tab goes, and no step back leads into it again.
      void navigate(`${LIST}/info/${answer.id}`, { replace: true, state: thenSubmit ? { submit: true } : null })
    })()

  // Submitted, decided or taken away meanwhile: nothing can be saved, and nothing that was typed goes before its writer has seen it.
  const locked = record !== null && !record.actions.includes('edit')
  const toInfo = record !== null && (
    <Button component={Link} to={`${LIST}/info/${record.id}`} variant="outlined" color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }}>
      {t('inventory:aplionform.toInfo')}
    </Button>
  )
  if (locked && !isDirty) return <EmptyState variant="pageNoPower" title={t('inventory:aplionform.locked')} text={null} action={toInfo} />

  const faults = submitCount > 0 && Object.keys(errors).length > 0 ? countFaults(form.getValues()) : 0
  return (
    <Dates>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => (event.preventDefault(), void save(false))}>
        {locked ? (
          <Alert severity="warning" action={toInfo}>
            <strong>{t('inventory:aplionform.locked')}</strong> {t('inventory:aplionform.stale.typed')}
          </Alert>
        ) : stale || (newer && isDirty) ? (
          <Alert
            severity="warning"
            sx={{ flexWrap: 'wrap', '& .MuiAlert-action': { gap: 1, flexWrap: 'wrap' } }}
            action={
              newer && (
                <>
                  <Button color="inherit" size="small" onClick={() => takeNewest(false)}>
                    {t('inventory:aplionform.stale.discard')}
                  </Button>
                  <Button color="inherit" size="small" variant="outlined" onClick={() => takeNewest(true)}>
                    {t('inventory:aplionform.stale.keep')}
                  </Button>
                </>
              )
            }
          >
            <strong>{t('inventory:aplionform.stale.title')}</strong> {t('inventory:aplionform.stale.text')}
          </Alert>
        ) : (
          both.length > 0 && (
            <Alert severity="info" onClose={() => setBoth([])}>
              {t('inventory:aplionform.stale.both', {
                fields: both.map((field) => t(`inventory:aplionform.fields.${field}`)).join(t('inventory:aplionform.stale.and')),
              })}
            </Alert>
          )
        )}
        <DraftNote shown={brought} onDrop={undo} />
        <Section title={t('inventory:aplionform.header')}>
          <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr' } }}>
            <TextInput control={control} name="title" required maxLength={60} />
            <Controller
              control={control}
              name="areaId"
              render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
                <TextField
                  select
                  fullWidth
                  required
                  name="areaId"
                  label={t('inventory:aplionform.fields.areaId')}
                  value={areas.data && value !== null ? value : ''}
                  inputRef={ref}
                  onBlur={onBlur}
                  onChange={({ target }) => onChange(Number(target.value))}
                  error={fieldState.error !== undefined}
                  helperText={fieldState.error?.message ?? ' '}
                  slotProps={{ inputLabel: { shrink: true } }}
                >
                  {(areas.data?.content ?? []).map((one) => (
                    <MenuItem key={one.areaId} value={one.areaId}>
                      {one.areaName}
                    </MenuItem>
                  ))}
                </TextField>
              )}
            />
            <Controller
              control={control}
              name="neededBy"
              render={({ field: { value, onChange, onBlur }, fieldState }) => (
                <DatePicker
                  label={t('inventory:aplionform.fields.neededBy')}
                  format="YYYY-MM-DD"
                  value={value === null ? null : dayjs(value)}
                  onChange={(at) => onChange(at === null ? null : at.isValid() ? at.format('YYYY-MM-DD') : 'invalid')}
                  slotProps={{
                    textField: {
                      fullWidth: true,
                      size: 'small',
                      onBlur,
                      error: fieldState.error !== undefined,
                      helperText: fieldState.error?.message ?? ' ',
                    },
                    field: { clearable: true },
                  }}
                />
              )}
            />
            <Box sx={{ gridColumn: '1 / -1' }}>
              <TextInput control={control} name="remark" maxLength={200} multiline minRows={2} />
            </Box>
          </Box>
        </Section>
        <Section title={t('inventory:aplionform.fields.lines')} aside={<DraftTotal control={control} />}>
          <LineTable form={form} />
        </Section>
        {faults > 0 && <Alert severity="error">{t('inventory:aplionform.fix', { count: faults })}</Alert>}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, flexWrap: 'wrap' }}>
          <Button onClick={() => guard.leave(() => void navigate(record === null ? LIST : `${LIST}/info/${record.id}`, { replace: true }))}>
            {t('inventory:aplionform.cancel')}
          </Button>
          <Button type="submit" variant="outlined" loading={busy === 'save'} disabled={busy !== null || locked || mayStore !== true}>
            {t(record === null || record.auditStatus === 'draft' ? 'inventory:aplionform.save' : 'inventory:aplionform.saveChanges')}
          </Button>
          {maySubmit && (
            <Button
              variant="contained"
              loading={busy === 'submit'}
              disabled={busy !== null || locked || mayStore !== true}
              onClick={() => void save(true)}
            >
              {t('inventory:aplionform.saveSubmit')}
            </Button>
          )}
        </Stack>
      </Stack>
    </Dates>
  )
}

/** A text of the header. */
function TextInput({
  control,
  name,
  maxLength,
  ...given
}: { control: Control<Draft>; name: 'title' | 'remark'; maxLength: number } & Pick<TextFieldProps, 'required' | 'multiline' | 'minRows'>) {
  const { t } = useTranslation()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...field }, fieldState }) => (
        <TextField
          {...given}
          {...field}
          inputRef={ref}
          fullWidth
          label={t(`inventory:aplionform.fields.${name}`)}
          placeholder={t('crud:enter')}
          error={fieldState.error !== undefined}
          helperText={fieldState.error?.message ?? ' '}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength } }}
        />
      )}
    />
  )
}
