import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '#contract/core/fieldFault'
import type { ManagedNotice } from '#contract/notices/managedNotice'
import { NOTICE_TITLE_MAX, noticeCalls } from '#contract/notices/notice'
import { NOTICE_BODY_MAX } from '#contract/notices/noticeBody'
import { call, isFailure } from '#src/api/call.ts'
import { AttachmentsInput } from '#src/files/AttachmentsInput.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { useSession } from '#src/session/session.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import NoticeTextInput from '#src/crud/NoticeTextInput.tsx'
import { AudienceInput } from './AudienceInput.tsx'
import { bodyOf, draftOf, namesSomebody } from './noticeDraft.ts'
import { NoticePreview } from './NoticePreview.tsx'
import { useReach } from './useReach.ts'

const WIDTH = 920

/** An announcement is written, looked at as its readers will see it, and published; or changed. */
export function NoticeForm(props: {
  /** null: a new one. */
  of: ManagedNotice | null
  onClose: () => void
  onSaved: () => void
  /** Takes what somebody else saved meanwhile. */
  onReload: () => void
}) {
  const { of, onClose, onSaved, onReload } = props
  const { t } = useTranslation()
  const { self } = useSession()
  const guard = useLeaveGuard()
  const confirm = useConfirm()
  const [begun] = useState(() => draftOf(of))
  const { value, brought, change, undo, drop } = useDraftState(`notice ${of?.noticeId ?? 'new'}`, begun)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<{ text: string; isStale: boolean }>()
  const [saving, setSaving] = useState<'DRAFT' | 'PUBLISHED' | null>(null)
  const [sending, setSending] = useState(false)
  const [previewing, preview] = useState(false)
  const { reach, ask } = useReach(value)
  const isPublished = of?.statusCode === 'PUBLISHED'
  const set = (next: Partial<typeof value>) => {
    change({ ...value, ...next })
    guard.setDirty(true, drop)
  }
  const findFaults = (body: ReturnType<typeof bodyOf>): Record<string, string> => {
    const read = noticeCalls.create.body.safeParse(body)
    if (read.success) return {}
    return Object.fromEntries(
      Object.values(fieldFaults(read.error, body)).map(({ field, key, params }) => [
        field,
        field === 'noticeContent' ? t('notices:manage.tooLong', { max: NOTICE_BODY_MAX }) : t(`errors:field.${key}`, params),
      ]),
    )
  }
  const save = async (statusCode: 'DRAFT' | 'PUBLISHED') => {
    if (saving !== null) return
    const body = bodyOf(value, statusCode)
    const found = findFaults(body)
    setFaults(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    if (statusCode === 'PUBLISHED' && !isPublished) {
      const people = await ask()
      const question = { title: t('notices:manage.publishAsk', { title: value.title.trim() }), confirm: t('notices:manage.publish') }
      const text = people === 0 ? t('notices:manage.reachNone') : t('notices:manage.publishText', { count: people ?? 0 })
      if (!(await confirm(people === null ? question : { ...question, text }))) return
    }
    setSaving(statusCode)
    const answer = await (of === null
      ? call(noticeCalls.create, { body }, { quiet: true })
      : call(
          noticeCalls.update,
          { body: { ...body, noticeId: of.noticeId, objectVersionNumber: value.version, renew: value.renew } },
          { quiet: true },
        ))
    setSaving(null)
    if (isFailure(answer)) {
      setFaults(answer.fields ?? {})
      const isStale = answer.code === 'error.version.stale'
      if (Object.keys(answer.fields ?? {}).length === 0)
        setFailure({ text: isStale ? t('notices:manage.stale') : reasonOf(answer), isStale })
      return
    }
    drop()
    guard.setDirty(false)
    toast('success', t(`notices:manage.${statusCode === 'DRAFT' ? 'savedDraft' : isPublished ? 'saved' : 'published'}`))
    onSaved()
  }
  const close = () => guard.leave(onClose)
  const busy = sending || saving !== null
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      width={WIDTH}
      title={t(of === null ? 'notices:manage.add' : 'notices:manage.edit')}
      actions={
        <>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button onClick={() => preview(true)}>{t('notices:manage.preview')}</Button>
          {!isPublished && (
            <Button
              variant="outlined"
              loading={saving === 'DRAFT'}
              disabled={busy && saving !== 'DRAFT'}
              onClick={() => void save('DRAFT')}
            >
              {t('notices:manage.saveDraft')}
            </Button>
          )}
          <Button
            variant="contained"
            loading={saving === 'PUBLISHED'}
            disabled={busy && saving !== 'PUBLISHED'}
            onClick={() => void save('PUBLISHED')}
          >
            {t(`notices:manage.${isPublished ? 'saveChanges' : of?.statusCode === 'WITHDRAWN' ? 'publishAgain' : 'publish'}`)}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <DraftNote
          shown={brought}
          onDrop={() => {
            undo()
            guard.setDirty(false)
          }}
        />
        {failure !== undefined && (
          <Alert
            severity="error"
            action={
              failure.isStale && (
                <Button
                  color="inherit"
                  size="small"
                  onClick={() => {
                    drop()
                    guard.setDirty(false)
                    onReload()
                  }}
                >
                  {t('crud:reload')}
                </Button>
              )
            }
          >
            {failure.text}
          </Alert>
        )}
        <TextField
          required
          fullWidth
          label={t('notices:manage.fields.title')}
          value={value.title}
          error={faults['title'] !== undefined}
          helperText={faults['title']}
          slotProps={{ htmlInput: { maxLength: NOTICE_TITLE_MAX } }}
          onChange={({ target }) => set({ title: target.value })}
        />
        <AudienceInput
          everybody={value.everybody}
          audience={value.audience}
          reach={namesSomebody(value) ? reach : null}
          fault={faults['audience']}
          onChange={set}
        />
        <NoticeTextInput
          label={t('notices:manage.fields.body')}
          value={value.body}
          fault={faults['noticeContent']}
          onChange={(body) => set({ body })}
        />
        <Stack component="section" sx={{ gap: 1 }} aria-label={t('notices:manage.fields.attachments')}>
          <FormLabel component="span" sx={{ typography: 'body2' }}>
            {t('notices:manage.fields.attachments')}
          </FormLabel>
          <AttachmentsInput
            bucket="notices"
            value={value.files}
            fault={faults['attachments']}
            onBusy={setSending}
            onChange={(files) => set({ files })}
          />
        </Stack>
        {isPublished && (
          <div>
            <FormControlLabel
              control={<Checkbox checked={value.renew} onChange={(_, renew) => set({ renew })} />}
              label={t('notices:manage.renew')}
            />
            <FormHelperText>{t('notices:manage.renewHint')}</FormHelperText>
          </div>
        )}
      </Stack>
      {previewing && (
        <NoticePreview
          of={{
            title: value.title,
            publishedDate: of?.publishedDate ?? null,
            publishedByUser: of?.publishedByUser ?? self?.realName ?? '',
            noticeContent: { noticeBody: value.body },
            attachments: [...value.files],
          }}
          onClose={() => preview(false)}
        />
      )}
    </Modal>
  )
}
