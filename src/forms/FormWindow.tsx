import Stack from '@mui/material/Stack'
import { type ReactNode, useId } from 'react'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { PageForm } from './PageForm.tsx'
import type { useFormWindow } from './useFormWindow.ts'

type Shown = Pick<ReturnType<typeof useFormWindow<object>>, 'brought' | 'undo' | 'failure' | 'reload' | 'saving' | 'close'>

/** The window of a form: what was brought back of a draft above its inputs; at its foot, always in view, what went wrong and its buttons. */
export function FormWindow({
  form,
  title,
  width = 480,
  spacing = 2,
  send,
  ready = true,
  aside,
  after,
  onSave,
  children,
}: {
  form: Shown
  title: string
  width?: number
  spacing?: number
  /** The word of its button where it does not save. */
  send?: string
  /** There is enough in it to be sent. */
  ready?: boolean
  /** Stands at the foot, opposite its buttons. */
  aside?: ReactNode
  /** Stands below the inputs and is no part of what is sent. */
  after?: ReactNode
  onSave: () => Promise<void> | void
  children: ReactNode
}) {
  const id = useId()
  return (
    <Modal
      open
      keepOpen
      onClose={form.close}
      width={width}
      title={title}
      actions={
        <Stack sx={{ flex: 1, minWidth: 0, gap: 1.5 }}>
          <FormEnd
            form={id}
            send={send}
            disabled={!ready}
            aside={aside}
            failure={form.failure}
            onReload={form.reload}
            saving={form.saving}
            onCancel={form.close}
          />
        </Stack>
      }
    >
      <PageForm form={form} id={id} spacing={spacing} sx={{ pt: 1 }} onSave={() => (ready ? onSave() : undefined)}>
        {children}
      </PageForm>
      {after}
    </Modal>
  )
}
