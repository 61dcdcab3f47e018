import Button from '@mui/material/Button'
import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { call, isFailure } from '../api/call.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Modal } from '../ui/Modal.tsx'
import { SkeletonList } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toast.ts'
import type { Input } from './fieldKinds.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { useLeaveGuard } from './useLeaveGuard.ts'
import { type Row, useRecord } from './useRecords.ts'
import { useWords } from './useWords.ts'

const WIDTH = 720

/** Makes a record, or changes one; `id` null makes a new one, which begins with `initial`. */
export function RecordForm({
  of,
  id,
  initial,
  layout,
  inputs,
  onClose,
  onSaved,
}: {
  of: AnyResource
  id: number | null
  initial: Readonly<Record<string, unknown>>
  layout: readonly (readonly string[])[]
  inputs: Readonly<Partial<Record<string, Input>>>
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const words = useWords(of)
  const guard = useLeaveGuard()
  const read = useRecord(of, id)
  // The form stands on the version that it opened with, whatever others save meanwhile.
  const [opened, open] = useState<Row | null>(null)
  const [stale, setStale] = useState(false)
  if (opened === null && read.record) open(read.record)
  const title = t(id === null ? 'crud:addOne' : 'crud:editOne', { one: words.one })
  const save = async (values: unknown) => {
    const body = opened ? { ...(values as object), [of.idName]: id, objectVersionNumber: opened.objectVersionNumber } : values
    const answer = (await call(opened ? of.calls.update : of.calls.create, { body }, { quiet: true })) as object
    setStale(isFailure(answer) && answer.code === 'error.version.stale')
    return answer
  }
  const reload = async () => {
    const { data } = await read.retry()
    setStale(false)
    open(data as Row)
  }
  return (
    <Modal open keepOpen onClose={() => guard.leave(onClose)} width={WIDTH} title={title}>
      {read.error && !opened ? (
        <ErrorState compact error={read.error} onRetry={() => void read.retry()} />
      ) : id !== null && !opened ? (
        <SkeletonList rows={6} height={56} />
      ) : (
        <>
          {stale && (
            <Alert
              severity="warning"
              action={
                <Button color="inherit" onClick={() => void reload()}>
                  {t('crud:reload')}
                </Button>
              }
            >
              {t('crud:stale')}
            </Alert>
          )}
          <ResourceForm
            key={opened?.objectVersionNumber ?? 0}
            of={of}
            guard={guard}
            layout={layout}
            inputs={inputs}
            initial={opened ?? initial}
            onCancel={onClose}
            save={save}
            onSaved={() => {
              toast('success', t(id === null ? 'crud:created' : 'crud:saved'))
              onSaved()
            }}
          />
        </>
      )}
    </Modal>
  )
}
