import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { type Flow, flowCalls } from '#contract/flows/flow'
import { FLOWS_PATH, flowPath } from '#contract/flows/pages'
import { FLOWS_EDIT, FLOWS_RUN } from '#contract/flows/permission'
import { useCall } from '#src/api/useCall.ts'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { useTried } from '#src/alarms/tried/useTried.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useSaysBaseOf } from '#src/session/useSaysBaseOf.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { draftOfFlow, whatOf } from './draft/convert.ts'
import { FlowActs } from './FlowActs.tsx'
import { FlowEditor } from './FlowEditor.tsx'
import { FlowStanding } from './FlowStanding.tsx'

const NEW = 'new'
const whatIs = (flow: Flow) => whatOf(draftOfFlow(flow))

/** A flow of its own page, or a new one. */
export default function FlowPage() {
  const given = useParams().id ?? ''
  if (given === NEW) return <NewFlow />
  return /^[1-9]\d{0,14}$/.test(given) ? <OldFlow key={given} id={Number(given)} /> : <NotFoundPage />
}

function NewFlow() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { area, status, retry } = useArea()
  const { tried, setTried, saved } = useTried()
  const mayEdit = usePermission(FLOWS_EDIT)
  if (status === 'loading' || mayEdit === undefined) return <SkeletonPage />
  return (
    <Page title={t('flows:editor.new')} lead={area?.areaName}>
      {!mayEdit ? (
        <EmptyState variant="pageNoPower" />
      ) : status === 'failed' ? (
        <ErrorState onRetry={retry} />
      ) : area === null ? (
        <EmptyState variant="noData" title={t('frame:area.none')} />
      ) : (
        <FlowEditor
          key={area.areaId}
          of={null}
          areaId={area.areaId}
          mayEdit
          mayRun={false}
          newer={false}
          versions={false}
          onVersions={() => undefined}
          tried={tried}
          onTried={setTried}
          onDirty={() => undefined}
          onSaved={(flow) => void navigate(flowPath(flow.id), { replace: true, state: saved(whatIs(flow), flow.version) })}
          onReload={() => undefined}
          onCancel={() => void navigate(FLOWS_PATH, { replace: true })}
        />
      )}
    </Page>
  )
}

function OldFlow({ id }: { id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayEdit = usePermission(FLOWS_EDIT)
  const mayRun = usePermission(FLOWS_RUN) === true
  const query = useCall(flowCalls.get, { params: { id } }, { staleTime: 0 })
  const [opened, open] = useState<Flow | null>(null)
  // The editor begins anew with each number.
  const [begun, beginAnew] = useState(0)
  const [dirty, setDirty] = useState(false)
  const [versions, showVersions] = useState(false)
  const { tried, setTried, saved } = useTried()
  const newest = query.data
  useSaysBaseOf(newest?.areaId)
  const title = t('flows:editor.title')
  // Nothing was written, or only how it stands has changed: what the server holds now is simply shown.
  if (newest && newest !== opened) {
    const isSame = opened?.objectVersionNumber === newest.objectVersionNumber
    if (opened === null || isSame || !dirty) open(newest)
    if (opened !== null && !isSame && !dirty) beginAnew(begun + 1)
  }
  if (!opened || mayEdit === undefined)
    return query.isError ? (
      <Page title={title}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    ) : (
      <SkeletonPage />
    )
  const shown = newest ?? opened
  const toList = () => void navigate(FLOWS_PATH, { replace: true })
  return (
    <Page
      title={opened.name}
      windowTitle={`${opened.name} · ${title}`}
      lead={<FlowStanding of={shown} />}
      actions={<FlowActs of={shown} dirty={dirty} mayEdit={mayEdit} mayRun={mayRun} onVersions={() => showVersions(true)} />}
    >
      <FlowEditor
        key={begun}
        of={opened}
        areaId={opened.areaId}
        mayEdit={mayEdit}
        mayRun={mayRun}
        newer={newest !== undefined && newest.objectVersionNumber !== opened.objectVersionNumber}
        versions={versions}
        onVersions={showVersions}
        tried={tried}
        onTried={setTried}
        onDirty={setDirty}
        onSaved={(flow) => {
          saved(whatIs(flow), flow.version)
          open(flow)
        }}
        onReload={() =>
          void query.refetch().then(({ data }) => {
            if (!data) return
            open(data)
            beginAnew((number) => number + 1)
          })
        }
        onCancel={toList}
      />
    </Page>
  )
}
