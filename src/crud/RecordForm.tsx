import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { call } from '../api/call.ts'
import { KEPT } from '../field/act.ts'
import { useQueue } from '../field/useFieldQueue.ts'
import { KeepsFiles } from '../files/keepsFiles.ts'
import { refusal } from '../files/uploadFile.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Page } from '../ui/Page.tsx'
import { SkeletonList } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toast.ts'
import { useLeaveGuard } from '../ui/useLeaveGuard.ts'
import { useWindowTitle } from '../ui/windowTitle.ts'
import type { Layout } from './arrangement.ts'
import type { Input } from './fieldKinds.tsx'
import { RecordByline } from './RecordByline.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { saveInField, withWaitingEdits } from './fieldRecord.ts'
import { type Row, titleOf, titlesIn, useOpened } from './useRecords.ts'
import { useWords } from './useWords.ts'

const WIDTH = 720
const WIDE = 1040
const NO_ROOM = Symbol('no room')

/** Makes a record, or changes one: `id` null makes a new one, which begins with `initial`. */
export function RecordForm(props: {
  of: AnyResource
  id: number | null
  initial: Readonly<Record<string, unknown>>
  layout: Layout
  inputs?: Readonly<Partial<Record<string, Input>>>
  /** What it is called, where its resource has several forms. */
  title?: string | undefined
  /** Its window has room for lines that are forms of their own. */
  wide?: boolean | undefined
  /** It is a page of its own; else a window over the list. */
  onPage?: boolean
  onClose: () => void
  onSaved: () => void
}) {
  const { of, id, initial, onClose, onSaved, onPage = false, wide = false, layout, inputs } = props
  const { t } = useTranslation()
  const words = useWords(of)
  const guard = useLeaveGuard()
  const { opened, error, reload } = useOpened(of, id)
  const { queue } = useQueue()
  const title = props.title ?? t(id === null ? 'crud:addOne' : 'crud:editOne', { one: words.one })
  const windowTitle = opened ? `${titleOf(of, opened)} · ${title}` : title
  useWindowTitle('over', onPage ? null : windowTitle)
  const titles = useMemo(() => (opened ? titlesIn(opened) : {}), [opened])
  const kept = useRef(false)
  const save = async (values: unknown): Promise<object> => {
    if (of.offline === true) {
      const answer = await saveInField(of, opened, values as Row, queue).catch(() => NO_ROOM)
      kept.current = answer === KEPT
      return answer === KEPT
        ? {}
        : answer === NO_ROOM
          ? { ...refusal('error.unavailable', {}), message: t('field:noRoom') }
          : (answer as object)
    }
    const identity = opened && { [of.idName]: id, objectVersionNumber: opened.objectVersionNumber }
    return call(opened ? of.calls.update : of.calls.create, { body: { ...(values as object), ...identity } }, { quiet: true }) as never
  }
  const form = (
    <>
      {opened && <RecordByline of={opened.byline} />}
      {id === null || opened ? (
        <ResourceForm
          layout={layout}
          inputs={inputs}
          key={opened?.objectVersionNumber ?? 0}
          of={of}
          id={id}
          guard={guard}
          initial={opened === null ? initial : withWaitingEdits(of, opened, queue)}
          options={titles}
          onPage={onPage}
          onCancel={onClose}
          save={save}
          onReload={reload}
          onSaved={() => {
            if (kept.current) toast('info', t('field:kept'))
            else toast('success', t(id === null ? 'crud:created' : 'crud:saved'))
            onSaved()
          }}
        />
      ) : error ? (
        <ErrorState compact={!onPage} error={error} onRetry={reload} />
      ) : (
        <SkeletonList rows={6} height={56} />
      )}
    </>
  )
  const keeping = <KeepsFiles value={of.offline === true}>{form}</KeepsFiles>
  return onPage ? (
    <Page title={title} windowTitle={windowTitle}>
      {keeping}
    </Page>
  ) : (
    <Modal open keepOpen onClose={() => guard.leave(onClose)} width={wide ? WIDE : WIDTH} title={title}>
      {keeping}
    </Modal>
  )
}
