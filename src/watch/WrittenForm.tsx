import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import type { useSaving } from './useSaving.ts'
import type { useWritten } from './useWritten.ts'
import type { Writing } from './WrittenPage.tsx'

/** A form on a page of its own: above it that somebody else changed it or that a draft was found, at its foot what is wrong and its buttons. */
export function WrittenForm({
  writing: { newer, onReload, onCancel },
  written,
  saving: { faults, failure, stale },
  above,
  buttons,
  onSave,
  onLost,
  onKeyDown,
  children,
}: {
  writing: Pick<Writing<never>, 'newer' | 'onReload' | 'onCancel'>
  written: Pick<ReturnType<typeof useWritten<never, never>>, 'brought' | 'undo' | 'giveUp' | 'leave'>
  saving: Pick<ReturnType<typeof useSaving>, 'faults' | 'failure' | 'stale'>
  above?: ReactNode
  /** What saves it; null where nothing may be changed. */
  buttons: ReactNode
  onSave: () => void
  /** Something is wrong in an input that is not there. */
  onLost?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults.size === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (first) first.focus()
    else onLost?.()
  }, [faults]) // oxlint-disable-line react/exhaustive-deps
  const reload = () => {
    written.giveUp()
    onReload()
  }
  return (
    <Stack
      component="form"
      ref={form}
      noValidate
      spacing={2}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        if (buttons) onSave()
      }}
    >
      {above}
      {(stale || newer) && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={reload}>
              {t('crud:reload')}
            </Button>
          }
        >
          {t('crud:stale')}
        </Alert>
      )}
      <DraftNote shown={written.brought} onDrop={written.undo} />
      {children}
      {faults.size > 0 && <Alert severity="error">{t('alarms:rule.fix', { count: faults.size })}</Alert>}
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      {buttons && (
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, flexWrap: 'wrap', pb: 2 }}>
          <Button onClick={() => written.leave(onCancel)}>{t('crud:cancel')}</Button>
          {buttons}
        </Stack>
      )}
    </Stack>
  )
}
