import { useController, type UseFormReturn } from 'react-hook-form'
import type { Attachment } from '#contract/core/document'
import { AttachmentsInput } from '#src/files/AttachmentsInput.tsx'
import type { Draft } from './draft.ts'

const NONE: readonly Attachment[] = []

/** The files of a document in its form. */
export function AttachmentInput({ form, onBusy }: { form: UseFormReturn<Draft>; onBusy: (busy: boolean) => void }) {
  const { field, fieldState } = useController({ control: form.control, name: 'attachments' })
  return (
    <AttachmentsInput
      bucket="documents"
      value={(field.value ?? NONE) as readonly Attachment[]}
      onChange={field.onChange}
      onBusy={onBusy}
      fault={fieldState.error?.message}
    />
  )
}
