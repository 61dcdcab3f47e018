import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { call, isFailure } from '../api/call.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Modal } from '../ui/Modal.tsx'
import { SkeletonList } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toast.ts'
import { useLeaveGuard } from '../ui/useLeaveGuard.ts'
import type { Input } from './fieldKinds.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { type Row, useRecord } from './useRecords.ts'
import { useWords } from './useWords.ts'

const WIDTH = 720

/** Makes a record, or changes one; `id` null makes a new one, which begins with `initial`. */
export function RecordForm(props: {
  of: AnyResource
  id: number | null
  initial: Readonly<Record<string, unknown>>
  layout: readonly (readonly string[])[]
  inputs: Readonly<Partial<Record<string, Input>>>
  onClose: () => void
  onSaved: () => void
}) {
  const { of, id, initial, onClose, onSaved, ...arranged } = props
  const { t } = useTranslation()
  const words = useWords(of)
  const guard = useLeaveGuard()
  const read = useRecord(of, id)
  // The form stands on the version that it opened with, whatever others save meanwhile.
  const [opened, open] = useState<Row | null>(null)
  const [stale, setStale] = useState(false)
  if (opened === null && read.record) open(read.record)
  const titles = useMemo(
    () =>
      Object.fromEntries(Object.entries(opened?.labels ?? {}).map(([name, label]) => [name, [{ value: opened![name] as number, label }]])),
    [opened],
  )
  const save = async (values: unknown) => {
    const identity = opened && { [of.idName]: id, objectVersionNumber: opened.objectVersionNumber }
    const body = { ...(values as object), ...identity }
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
    <Modal
      open
      keepOpen
      onClose={() => guard.leave(onClose)}
      width={WIDTH}
      title={t(id === null ? 'crud:addOne' : 'crud:editOne', { one: words.one })}
    >
      {stale && (
        <Alert severity="warning" action={<Button onClick={() => void reload()}>{t('crud:reload')}</Button>}>
          {t('crud:stale')}
        </Alert>
      )}
      {id === null || opened ? (
        <ResourceForm
          {...arranged}
          key={opened?.objectVersionNumber ?? 0}
          of={of}
          id={id}
          guard={guard}
          initial={opened ?? initial}
          options={titles}
          onCancel={onClose}
          save={save}
          onSaved={() => {
            toast('success', t(id === null ? 'crud:created' : 'crud:saved'))
            onSaved()
          }}
        />
      ) : read.error ? (
        <ErrorState compact error={read.error} onRetry={() => void read.retry()} />
      ) : (
        <SkeletonList rows={6} height={56} />
      )}
    </Modal>
  )
}
