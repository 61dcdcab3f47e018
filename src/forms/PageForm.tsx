import Stack, { type StackProps } from '@mui/material/Stack'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import type { useFormWindow } from './useFormWindow.ts'

type Shown = Pick<ReturnType<typeof useFormWindow<object>>, 'brought' | 'undo'>

/** The inputs of a form, below what was brought back of a draft. */
export function PageForm({
  form,
  onSave,
  children,
  ...stack
}: { form: Shown; onSave: () => Promise<void> | void } & Pick<
  StackProps,
  'id' | 'spacing' | 'direction' | 'sx' | 'children' | 'aria-label'
>) {
  return (
    <Stack
      component="form"
      noValidate
      {...stack}
      onSubmit={(event) => {
        event.preventDefault()
        void onSave()
      }}
    >
      <DraftNote shown={form.brought} onDrop={form.undo} />
      {children}
    </Stack>
  )
}
