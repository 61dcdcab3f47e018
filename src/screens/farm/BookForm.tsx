import Typography from '@mui/material/Typography'
import type { CallFailure } from '#src/api/call.ts'
import type { Layout } from '#src/crud/arrangement.ts'
import type { Input, Option } from '#src/crud/fieldKinds.tsx'
import { type FormResource, ResourceForm } from '#src/crud/ResourceForm.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'

const WIDTH = 560

/** Writes a row into a book, or changes one. */
export function BookForm(props: {
  of: FormResource
  /** What the draft of a new row is kept under, and the row that is changed. */
  row: (object & { readonly id: number }) | null
  initial: Readonly<Record<string, unknown>>
  title: string
  saved: string
  layout: Layout
  /** What is to be known before anything is typed. */
  hint?: string
  inputs?: Readonly<Record<string, Input>>
  options?: Readonly<Record<string, readonly Option[]>>
  save: (values: object) => Promise<CallFailure | object>
  onClose: () => void
  onSaved: () => void
}) {
  const { of, row, initial, title, saved, layout, hint, inputs, options, save, onClose, onSaved } = props
  const guard = useLeaveGuard()
  return (
    <Modal open keepOpen onClose={() => guard.leave(onClose)} width={WIDTH} title={title}>
      {hint !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          {hint}
        </Typography>
      )}
      <ResourceForm
        of={of}
        id={row?.id ?? null}
        guard={guard}
        initial={row ?? initial}
        layout={layout}
        {...(options && { options })}
        {...(inputs && { inputs })}
        onCancel={onClose}
        save={(values) => save(values as object)}
        onSaved={() => {
          toast('success', saved)
          onSaved()
        }}
      />
    </Modal>
  )
}
