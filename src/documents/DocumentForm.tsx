import { useQueryClient } from '@tanstack/react-query'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { AnyDocumentFull } from '#contract/core/document'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useFormDraft } from '#src/session/useFormDraft.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import type { DocumentKind } from './arrangement.ts'
import { AttachmentInput } from './AttachmentInput.tsx'
import { blankDraft, bodyOf, type Draft, draftOf, errorsOf, faultsOf, idsOf, inputOf, rebase } from './draft.ts'
import { DraftTotal } from './DraftAmounts.tsx'
import { HeaderInputs } from './HeaderInputs.tsx'
import { LineTable } from './LineTable.tsx'
import { newTitles, type Titles } from './titles.ts'
import { useDocumentWords } from './useDocumentWords.ts'

/**
 * Makes a document, or changes one. `record` is what the server holds now: while nothing was typed the form follows it,
 * else what was typed stays, and the form says that it stands on something older.
 */
export function DocumentForm({
  kind,
  record,
  areaId,
  begun,
  known,
  onReload,
}: {
  kind: DocumentKind
  record: AnyDocumentFull | null
  areaId: number | null
  /** What a new document begins with, where it is made of another. */
  begun?: Draft
  /** What its references are called. */
  known?: Titles
  onReload?: () => void
}) {
  const { document: of } = kind
  const { tools: Tools } = kind.arrangement
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const words = useDocumentWords(of)
  const navigate = useNavigate()
  const guard = useLeaveGuard()
  const mayStore = usePermission(record === null ? of.codes.create : of.codes.edit)
  const maySubmit = usePermission(of.codes.submit) === true
  const [base, setBase] = useState(record)
  const [failure, setFailure] = useState<string>()
  const [stale, setStale] = useState(false)
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null)
  const [uploading, setUploading] = useState(false)

  const resolver: Resolver<Draft> = (values) => {
    const faults = faultsOf(of, values)
    if (faults.size === 0) return { values, errors: {} }
    return { values: {}, errors: errorsOf(faults, ({ key, params }) => t(`errors:field.${key}`, params)) }
  }
  const form = useForm<Draft>({
    resolver,
    mode: 'onTouched',
    defaultValues: record === null ? (begun ?? blankDraft(of, areaId)) : draftOf(of, record),
  })
  const { control, formState, getValues, reset, setError } = form
  const { errors, isDirty, submitCount } = formState

  const [titles] = useState(() => known ?? newTitles(of, record))
  const [heard, setHeard] = useState(record)
  if (heard !== record) {
    // A newer version may refer to what no older one did.
    titles.hear(record)
    setHeard(record)
  }
  const { brought, undo, settle, drop } = useFormDraft(
    form,
    `${of.name} ${record?.id ?? 'new'}${begun?.sourceId == null ? '' : ` of ${begun.sourceId}`}`,
  )
  useEffect(() => guard.setDirty(isDirty, drop), [guard, isDirty, drop])
  useEffect(() => () => guard.setDirty(false), [guard])

  const newer = record !== null && base !== null && record.objectVersionNumber !== base.objectVersionNumber
  const [both, setBoth] = useState<readonly string[]>([])
  /** Stands on the newest content from now on: with what was typed laid over it, or without. */
  const takeNewest = (keepTyped: boolean) => {
    if (record === null || base === null) return
    const merged = rebase(getValues(), draftOf(of, base), draftOf(of, record))
    inForm.current = record
    setBase(record)
    setStale(false)
    setFailure(undefined)
    setBoth(keepTyped ? merged.both : [])
    reset(draftOf(of, record))
    if (keepTyped) reset(merged.draft, { keepDefaultValues: true })
  }
  // Nothing was typed: what the server holds now is simply shown.
  if (newer && !isDirty) setBase(record)
  const inForm = useRef(base)
  useEffect(() => {
    if (base === null || inForm.current === base) return
    inForm.current = base
    reset(draftOf(of, base))
  }, [of, base, reset])

  const store = (thenSubmit: boolean) =>
    form.handleSubmit(async (values) => {
      const body = of.body.parse(bodyOf(of, values, idsOf(base))) as Pick<AnyDocumentFull, 'lines'>
      if (thenSubmit && body.lines.length === 0) return setFailure(t('documents:linesFirst'))
      setBusy(thenSubmit ? 'submit' : 'save')
      settle()
      setFailure(undefined)
      const answer = (await (base === null
        ? call(of.calls.create, { body }, { quiet: true })
        : call(
            of.calls.update,
            { params: { id: base.id }, body: { ...body, objectVersionNumber: base.objectVersionNumber } },
            { quiet: true },
          ))) as AnyDocumentFull | CallFailure
      setBusy(null)
      if (isFailure(answer)) {
        // Changed, or submitted, in between: the newest tells which.
        if (answer.code === 'error.version.stale' || answer.code === 'error.document.state') {
          setStale(true)
          onReload?.()
          return
        }
        const said = Object.entries(answer.fields ?? {}).map(([path, message]) => ({ input: inputOf(of, values, path), message }))
        if (answer.code === 'error.document.areaUnknown') said.push({ input: 'areaId', message: answer.message })
        const first = said.find(({ input }) => input !== null)?.input
        for (const { input, message } of said)
          if (input !== null) setError(input, { type: 'server', message }, { shouldFocus: input === first })
        // What no input can show is said below them all.
        const rest = said.flatMap(({ input, message }) => (input === null ? [message] : []))
        if (rest.length > 0) setFailure(rest.join(' '))
        else if (said.length === 0) setFailure(answer.message || t(record === null ? 'crud:addError' : 'documents:saveFailed'))
        return
      }
      drop()
      guard.setDirty(false)
      queryClient.setQueryData(queryKeyOf(of.calls.get, { params: { id: answer.id } }), answer)
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(of.calls.page) })
      toast('success', t(base === null ? 'documents:created' : 'documents:saved'))
      // In the form's place stands what was made of it: its tab goes, and no step back leads into it again.
      void navigate(`${of.page}/info/${answer.id}`, { replace: true, state: thenSubmit ? { submit: true } : null })
    })()

  const saving = useRef(false)
  /** Once at a time: what is drawn of it comes too late for a second click. */
  const save = async (thenSubmit: boolean) => {
    if (saving.current || uploading) return
    saving.current = true
    await store(thenSubmit).finally(() => (saving.current = false))
  }

  // Submitted, decided or taken away meanwhile: nothing can be saved, and nothing that was typed goes before its writer has seen it.
  const locked = record !== null && !record.actions.includes('edit')
  const toInfo = record !== null && (
    <Button
      component={Link}
      to={`${of.page}/info/${record.id}`}
      variant="outlined"
      color="inherit"
      size="small"
      sx={{ whiteSpace: 'nowrap' }}
    >
      {t('documents:toInfo')}
    </Button>
  )
  if (locked && !isDirty) return <EmptyState variant="pageNoPower" title={t('documents:locked')} text={null} action={toInfo} />

  const faults = submitCount > 0 && Object.keys(errors).length > 0 ? faultsOf(of, form.getValues()).size : 0
  return (
    <FormProvider {...form}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => (event.preventDefault(), void save(false))}>
        {locked ? (
          <Alert severity="warning" action={toInfo}>
            <strong>{t('documents:locked')}</strong> {t('documents:stale.typed')}
          </Alert>
        ) : stale || (newer && isDirty) ? (
          <Alert
            severity="warning"
            sx={{ flexWrap: 'wrap', '& .MuiAlert-action': { gap: 1, flexWrap: 'wrap' } }}
            action={
              newer && (
                <>
                  <Button color="inherit" size="small" onClick={() => takeNewest(false)}>
                    {t('documents:stale.discard')}
                  </Button>
                  <Button color="inherit" size="small" variant="outlined" onClick={() => takeNewest(true)}>
                    {t('documents:stale.keep')}
                  </Button>
                </>
              )
            }
          >
            <strong>{t('documents:stale.title')}</strong> {t('documents:stale.text')}
          </Alert>
        ) : (
          both.length > 0 && (
            <Alert severity="info" onClose={() => setBoth([])}>
              {t('documents:stale.both', {
                fields: both.map((field) => words.label(field)).join(t('documents:stale.and')),
              })}
            </Alert>
          )
        )}
        <DraftNote shown={brought} onDrop={undo} />
        <Section title={words.label('header')}>
          <HeaderInputs kind={kind} form={form} titles={titles} />
        </Section>
        <Section title={words.label('lines')} aside={<DraftTotal of={of} control={control} />}>
          {Tools && <Tools form={form} titles={titles} />}
          <LineTable kind={kind} form={form} titles={titles} />
        </Section>
        <Section title={words.label('attachments')}>
          <AttachmentInput form={form} onBusy={setUploading} />
        </Section>
        {faults > 0 && <Alert severity="error">{t('documents:fix', { count: faults })}</Alert>}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, flexWrap: 'wrap' }}>
          <Button
            onClick={() => guard.leave(() => void navigate(record === null ? of.page : `${of.page}/info/${record.id}`, { replace: true }))}
          >
            {t('documents:cancel')}
          </Button>
          <Button
            type="submit"
            variant="outlined"
            loading={busy === 'save'}
            disabled={busy !== null || uploading || locked || mayStore !== true}
          >
            {t(record === null || record.auditStatus === 'draft' ? 'documents:save' : 'documents:saveChanges')}
          </Button>
          {maySubmit && (
            <Button
              variant="contained"
              loading={busy === 'submit'}
              disabled={busy !== null || uploading || locked || mayStore !== true}
              onClick={() => void save(true)}
            >
              {t('documents:saveSubmit')}
            </Button>
          )}
        </Stack>
      </Stack>
    </FormProvider>
  )
}
