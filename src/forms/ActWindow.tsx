import Stack from '@mui/material/Stack'
import type { ComponentProps, ReactNode } from 'react'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import type { useActWindow } from './useActWindow.ts'

type Shown = Pick<ReturnType<typeof useActWindow>, 'brought' | 'undo' | 'failure' | 'busy' | 'close'>

/** The window of an act that asks for something first: what it does, what was brought back of a draft, its inputs, and what went wrong. */
export function ActWindow({
  act,
  title,
  lead,
  onSend,
  children,
  ...end
}: {
  act: Shown
  title: string
  /** What the act does. */
  lead: ReactNode
  onSend: () => Promise<void> | void
  children: ReactNode
} & Pick<ComponentProps<typeof FormEnd>, 'send' | 'color'>) {
  return (
    <Modal open keepOpen onClose={act.close} width={480} title={title}>
      <Stack
        component="form"
        noValidate
        spacing={2}
        onSubmit={(event) => {
          event.preventDefault()
          void onSend()
        }}
      >
        {lead}
        <DraftNote shown={act.brought} onDrop={act.undo} />
        {children}
        <FormEnd {...end} failure={act.failure} saving={act.busy} onCancel={act.close} />
      </Stack>
    </Modal>
  )
}
