import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '#src/api/call.ts'
import type { Layout } from '#src/crud/arrangement.ts'
import type { Input, Option } from '#src/crud/fieldKinds.tsx'
import { type FormResource, ResourceForm } from '#src/crud/ResourceForm.tsx'
import { KEPT } from '#src/field/act.ts'
import { refusal } from '#src/files/uploadFile.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'

const WIDTH = 560
const NO_ROOM = Symbol('no room')

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
  /** `KEPT` where it waits on this device for a network. */
  save: (values: object) => Promise<unknown>
  onClose: () => void
  onSaved: () => void
}) {
  const { of, row, initial, title, saved, layout, hint, inputs, options, save, onClose, onSaved } = props
  const guard = useLeaveGuard()
  const { t } = useTranslation()
  const kept = useRef(false)
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
        save={async (values) => {
          const answer = await save(values as object).catch(() => NO_ROOM)
          kept.current = answer === KEPT
          if (answer === NO_ROOM) return { ...refusal('error.unavailable', {}), message: t('field:noRoom') }
          return kept.current ? {} : (answer as CallFailure | object)
        }}
        onSaved={() => {
          if (kept.current) toast('info', t('field:kept'))
          else toast('success', saved)
          onSaved()
        }}
      />
    </Modal>
  )
}
