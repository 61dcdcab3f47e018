import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import type { useSaving } from './useSaving.ts'

/** The window of a form for a part of a device: its fields between what was brought back of a draft, and what went wrong. */
export function PartForm({
  title,
  saving,
  draft: { brought, undo },
  width = 520,
  spacing = 1,
  send,
  onSave,
  children,
}: {
  title: string
  saving: ReturnType<typeof useSaving>
  draft: { readonly brought: boolean; readonly undo: () => void }
  width?: number
  spacing?: number
  /** The word of its button where it does not save. */
  send?: string
  onSave: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <Modal open onClose={saving.close} width={width} title={title} keepOpen>
      <Stack component="form" noValidate spacing={spacing} sx={{ pt: 1 }} onSubmit={save}>
        <DraftNote shown={brought} onDrop={undo} />
        {children}
        {saving.failure !== undefined && <Alert severity="error">{saving.failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={saving.close}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving.saving}>
            {send ?? t('crud:save')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
