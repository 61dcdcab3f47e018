import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ManagedNotice } from '#contract/notices/managedNotice'
import { NOTICE_TITLE_MAX, noticeCalls } from '#contract/notices/notice'
import { NOTICE_BODY_MAX } from '#contract/notices/noticeBody'
import { call, isFailure } from '#src/api/call.ts'
import { AttachmentsInput } from '#src/files/AttachmentsInput.tsx'
import { faultWords } from '#src/forms/faultWords.ts'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { useSession } from '#src/session/session.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormFailure } from '#src/ui/FormFailure.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import NoticeTextInput from '#src/crud/NoticeTextInput.tsx'
import { AudienceInput } from './AudienceInput.tsx'
import { bodyOf, draftOf, namesSomebody } from './noticeDraft.ts'
import { NoticePreview } from './NoticePreview.tsx'
import { useReach } from './useReach.ts'

const WIDTH = 920
const SHOWN = ['title', 'audience', 'noticeContent', 'attachments']

/** An announcement is written, looked at as its readers will see it, and published; or changed. */
export function NoticeForm({
  of,
  onClose,
  onSaved,
  onReload,
}: {
  /** null: a new one. */
  of: ManagedNotice | null
  onClose: () => void
  onSaved: () => void
  /** Takes what somebody else saved meanwhile. */
  onReload: () => void
}) {
  const { t } = useTranslation()
  const { self } = useSession()
  const confirm = useConfirm()
  const [begun] = useState(() => draftOf(of))
  const form = useFormWindow({ draft: `notice ${of?.noticeId ?? 'new'}`, begun, shows: SHOWN, onClose, onReload })
  const { value, put, faults } = form
  const [asked, setAsked] = useState<'DRAFT' | 'PUBLISHED'>('DRAFT')
  const saving = form.saving ? asked : null
  const [sending, setSending] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  const { reach, ask } = useReach(value)
  const isPublished = of?.statusCode === 'PUBLISHED'
  const isRight = (body: ReturnType<typeof bodyOf>): boolean => {
    const read = noticeCalls.create.body.safeParse(body)
    const tooLong = t('notices:manage.tooLong', { max: NOTICE_BODY_MAX })
    const found = read.success ? {} : faultWords(read.error, body)
    form.say('noticeContent' in found ? { ...found, noticeContent: tooLong } : found)
    return read.success
  }
  const save = async (statusCode: 'DRAFT' | 'PUBLISHED') => {
    if (form.saving) return
    const body = bodyOf(value, statusCode)
    if (!isRight(body)) return
    if (statusCode === 'PUBLISHED' && !isPublished) {
      const people = await ask()
      const question = { title: t('notices:manage.publishAsk', { title: value.title.trim() }), confirm: t('notices:manage.publish') }
      const text = people === 0 ? t('notices:manage.reachNone') : t('notices:manage.publishText', { count: people ?? 0 })
      if (!(await confirm(people === null ? question : { ...question, text }))) return
    }
    setAsked(statusCode)
    await form.send<object | number>(
      async () => {
        const answer = await (of === null
          ? call(noticeCalls.create, { body }, { quiet: true })
          : call(
              noticeCalls.update,
              { body: { ...body, noticeId: of.noticeId, objectVersionNumber: value.version, renew: value.renew } },
              { quiet: true },
            ))
        return isFailure(answer) && answer.code === 'error.version.stale' ? { ...answer, message: t('notices:manage.stale') } : answer
      },
      t(`notices:manage.${statusCode === 'DRAFT' ? 'savedDraft' : isPublished ? 'saved' : 'published'}`),
      onSaved,
    )
  }
  const busy = sending || saving !== null
  return (
    <Modal
      open
      keepOpen
      onClose={form.close}
      width={WIDTH}
      title={t(of === null ? 'notices:manage.add' : 'notices:manage.edit')}
      actions={
        <>
          <Button onClick={form.close}>{t('crud:cancel')}</Button>
          <Button onClick={() => setPreviewing(true)}>{t('notices:manage.preview')}</Button>
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
        <DraftNote shown={form.brought} onDrop={form.undo} />
        <FormFailure failure={form.failure} onReload={form.reload} />
        <TextField
          required
          fullWidth
          label={t('notices:manage.fields.title')}
          slotProps={{ htmlInput: { maxLength: NOTICE_TITLE_MAX } }}
          {...form.text('title')}
        />
        <AudienceInput
          everybody={value.everybody}
          audience={value.audience}
          reach={namesSomebody(value) ? reach : null}
          fault={faults['audience']}
          onChange={put}
        />
        <NoticeTextInput label={t('notices:manage.fields.body')} fault={faults['noticeContent']} {...form.pick('body')} />
        <Stack component="section" sx={{ gap: 1 }} aria-label={t('notices:manage.fields.attachments')}>
          <FormLabel component="span" sx={{ typography: 'body2' }}>
            {t('notices:manage.fields.attachments')}
          </FormLabel>
          <AttachmentsInput bucket="notices" fault={faults['attachments']} onBusy={setSending} {...form.pick('files')} />
        </Stack>
        {isPublished && (
          <div>
            <FormControlLabel
              control={<Checkbox checked={value.renew} onChange={(_, renew) => put({ renew })} />}
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
          onClose={() => setPreviewing(false)}
        />
      )}
    </Modal>
  )
}
