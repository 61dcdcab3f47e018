import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_COMMENT } from '#contract/approvals/approval'
import { Modal } from '#src/ui/Modal.tsx'
import { moneyText } from '#src/ui/money.ts'
import type { DecisionDesk } from './useDecision.ts'

const WIDTH = 480

/** The comment dialog of Agree and Reject (APPROVALS-07): optional, at most 200 characters, counted while typing. */
export function DecisionDialog({ desk }: { desk: DecisionDesk }) {
  const { t, i18n } = useTranslation()
  const { comment, failure, sending, shown, subject, verdict } = desk
  const agrees = verdict === 'approve'
  const length = comment.trim().length
  const tooLong = length > MAX_COMMENT
  const submit = (event: FormEvent) => {
    event.preventDefault()
    desk.submit()
  }
  // What the window is for: written at once. Kept as one function, so that it acts when the box appears and not on each letter.
  const focus = useCallback((box: HTMLTextAreaElement | null) => box?.focus(), [])
  if (!shown) return null
  return (
    <Modal
      open
      keepOpen
      onClose={desk.cancel}
      width={WIDTH}
      title={t(agrees ? 'approvals:decision.approveTitle' : 'approvals:decision.rejectTitle')}
    >
      <Stack component="form" noValidate onSubmit={submit} spacing={2}>
        {subject && (
          <Typography component="div" variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {subject.title != null && (
              <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, color: 'text.primary', typography: 'subtitle1' }}>
                <span>{subject.title}</span>
                {subject.amount != null && (
                  <Box component="strong" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                    {moneyText(subject.amount, i18n.language)}
                  </Box>
                )}
              </Stack>
            )}
            {t('approvals:decision.of', {
              form: t(`approvals:form.${subject.formCode}`),
              code: subject.documentCode,
              applicant: subject.applicant,
            })}
            {agrees && (
              <div>{subject.next == null ? t('approvals:decision.last') : t('approvals:decision.next', { node: subject.next })}</div>
            )}
          </Typography>
        )}
        <TextField
          inputRef={focus}
          multiline
          minRows={4}
          maxRows={10}
          label={t('approvals:decision.comment')}
          value={comment}
          disabled={sending}
          error={tooLong}
          onChange={({ target }) => desk.type(target.value)}
          helperText={
            <Stack component="span" direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
              <span>{t(tooLong ? 'approvals:decision.tooLong' : 'approvals:decision.hint', { max: MAX_COMMENT })}</span>
              <span>{t('approvals:decision.counter', { count: length, max: MAX_COMMENT })}</span>
            </Stack>
          }
        />
        {failure !== null && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={desk.cancel} disabled={sending}>
            {t('approvals:act.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={agrees ? 'primary' : 'error'}
            loading={sending}
            loadingPosition="start"
            disabled={tooLong}
          >
            {t(agrees ? 'approvals:decision.approve' : 'approvals:decision.reject')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
